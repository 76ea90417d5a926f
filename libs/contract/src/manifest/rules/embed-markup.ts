import { parseWebAddress } from '../web-address.js';

/** What is wrong with the markup of an embed. */
export interface EmbedFault {
  readonly code:
    | 'embed_malformed'
    | 'embed_element'
    | 'embed_attribute'
    | 'embed_unquoted'
    | 'embed_handler'
    | 'embed_inline_script'
    | 'embed_origin';
  readonly message: string;
  readonly fix: string;
}

/** Elements that only show what is in them, or load from an address that is judged. Custom elements may be used too. */
const ELEMENTS = new Set(
  'a b br button div em h1 h2 h3 h4 h5 h6 i iframe img li link ol p script section small span strong ul'.split(' '),
);
/** Their content is read as text up to their end, which must therefore be there. */
const LOADED = new Set(['script', 'iframe']);
/** Attributes that hold markup, styles or several addresses: nothing that could be judged here. */
const OPAQUE = new Set(['style', 'srcdoc', 'srcset', 'imagesrcset', 'ping', 'http-equiv', 'is']);
const ADDRESSES = new Set(['src', 'href', 'action', 'formaction', 'poster', 'data', 'background', 'cite', 'longdesc']);
/** What a browser takes for an address, wherever it stands. */
const LIKE_ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:)?(?:\/\/|\\\\)|^\s*(?:javascript|data|vbscript|blob):/i;

const TAG = /^<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/i;
const ATTRIBUTE = /^\s+([a-z_@:][\w.:@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/i;

const fault = (code: EmbedFault['code'], message: string, fix: string): EmbedFault => ({ code, message, fix });
const MALFORMED = fault(
  'embed_malformed',
  'The snippet is no plain markup: a tag, an attribute or a script has no end, or there is a comment.',
  'Write elements with their ends, quoted attributes and nothing else.',
);

/**
 * What an operator's page would be given beyond what the manifest says: an embed is elements with quoted attributes that
 * load from `host_origin` over https, without scripts, styles or handlers of their own.
 * @param origin the value of `host_origin`; without one any https address counts as its own, and `loads` says that there is one.
 */
export function judgeEmbed(snippet: string, origin: string | null): { faults: EmbedFault[]; loads: boolean } {
  const found = new Map<string, EmbedFault>();
  const host = origin === null ? null : parseWebAddress(origin)?.origin;
  let loads = false;
  const isOwn = (value: string): boolean => {
    loads = true;
    // A character reference is read by the browser, not here.
    const url = value.includes('&#') ? null : parseWebAddress(value);
    return url !== null && (host === null ? url.protocol === 'https:' : url.origin === host);
  };
  const add = (one: EmbedFault): void => void (found.has(one.code) || found.set(one.code, one));
  let rest = snippet;
  for (let start = rest.indexOf('<'); start !== -1; start = rest.indexOf('<')) {
    rest = rest.slice(start);
    const [tag, end, written, attributes] = TAG.exec(rest) ?? [];
    if (tag === undefined) {
      add(MALFORMED);
      break;
    }
    rest = rest.slice(tag.length);
    const name = written!.toLowerCase();
    if (!ELEMENTS.has(name) && !name.includes('-'))
      add(
        fault(
          'embed_element',
          `An embed may not hold <${name}>.`,
          'Use script, iframe, img, link, custom elements and plain text elements only.',
        ),
      );
    if (end !== '') continue;
    judgeAttributes(name, attributes!, isOwn, add);
    if (!LOADED.has(name)) continue;
    const close = new RegExp(`</${name}\\s*>`, 'i').exec(rest);
    if (!close) {
      add(MALFORMED);
      break;
    }
    if (rest.slice(0, close.index).trim() !== '')
      add(
        name === 'script'
          ? fault(
              'embed_inline_script',
              'The snippet has a script of its own between <script> and </script>.',
              'Load the script from host_origin by src.',
            )
          : MALFORMED,
      );
    rest = rest.slice(close.index + close[0].length);
  }
  return { faults: [...found.values()], loads };
}

function judgeAttributes(
  element: string,
  text: string,
  isOwn: (address: string) => boolean,
  add: (one: EmbedFault) => void,
): void {
  const trimmed = text.trimEnd();
  let rest = trimmed.endsWith('/') ? trimmed.slice(0, -1).trimEnd() : trimmed;
  while (rest !== '') {
    const match = ATTRIBUTE.exec(rest);
    if (!match) return add(MALFORMED);
    rest = rest.slice(match[0].length);
    const [, written, double, single, unquoted] = match;
    const name = written!.toLowerCase();
    const value = double ?? single ?? unquoted ?? '';
    if (unquoted !== undefined)
      add(fault('embed_unquoted', `The value of ${name} has no quotes.`, 'Put every value in double quotes.'));
    if (/^(?:on|@)/.test(name))
      add(
        fault('embed_handler', `<${element}> has the handler ${name}.`, 'Leave handlers to the script that you load.'),
      );
    else if (OPAQUE.has(name)) add(fault('embed_attribute', `<${element}> may not have ${name}.`, 'Leave it out.'));
    else if ((ADDRESSES.has(name.replace(/^.*:/, '')) || LIKE_ADDRESS.test(value)) && !isOwn(value))
      add(
        fault(
          'embed_origin',
          `<${element}> has ${name}, which is not an address of host_origin.`,
          'Load everything by its whole address from host_origin, or correct host_origin.',
        ),
      );
  }
}
