import { parseFragment, type DefaultTreeAdapterTypes as Html } from 'parse5';
import { parseWebAddress } from '../../web-address.js';
import {
  ADDRESSES,
  isAllowedAttribute,
  isAllowedElement,
  LOADED_ELEMENTS,
  takesToken,
  VOID_ELEMENTS,
} from './embed-parts.js';
import { EMBED_FAULTS, MAX_EMBED_LENGTH, type EmbedFault } from './embed-faults.js';

/** Placeholder of the token in an embed snippet. */
export const TOKEN_PLACEHOLDER = '{{scoped_token}}';

/** A parsed embed snippet. */
export interface Embed {
  /** Rebuilt from the allowed parts, with one `{{scoped_token}}`; null when there is an error. */
  readonly markup: string | null;
  /** One per code. */
  readonly faults: readonly EmbedFault[];
  /** Whether it contains a URL. */
  readonly loads: boolean;
}

/** Maximum nesting of elements, because each level uses stack. */
const MAX_DEPTH = 16;
/** Text that a browser takes for a URL. */
const LIKE_ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:)?(?:\/\/|\\\\)|^\s*(?:javascript|data|vbscript|blob):/i;

/**
 * Parses a snippet like a browser and rebuilds it: elements with their ends and attributes from short lists, which load
 * from `host_origin` over https, no scripts, styles or handlers of its own, and one place for the token. Anything that
 * is not understood completely is refused, not repaired.
 * @param origin the value of `host_origin`; without one any https URL counts as its own.
 */
export function readEmbed(snippet: string, origin: string | null): Embed {
  if (snippet.length > MAX_EMBED_LENGTH) return { markup: null, faults: [EMBED_FAULTS.tooLong()], loads: false };
  const reading = new EmbedReading(origin === null ? null : (parseWebAddress(origin)?.origin ?? null));
  let mended = false;
  const onParseError = (): void => void (mended = true);
  const { childNodes } = parseFragment(snippet, { sourceCodeLocationInfo: true, onParseError });
  const markup = reading.nodes(childNodes);
  // Tags that a browser would drop, add or move leave characters without a node, as does what is nested too deeply.
  if (mended || reading.characters !== snippet.length) reading.add(EMBED_FAULTS.malformed());
  const places = snippet.split(TOKEN_PLACEHOLDER).length - 1;
  if (places === 0) {
    // Other text in braces was meant to be the placeholder.
    reading.faults.delete('embed_placeholder');
    reading.add(EMBED_FAULTS.noPlaceholder());
  } else if (places > 1 || reading.places !== 1) reading.add(EMBED_FAULTS.placeholder());
  const faults = [...reading.faults.values()];
  return { markup: faults.length === 0 ? markup : null, faults, loads: reading.loads };
}

/** The markup that an operator embeds: `markup` of `readEmbed` with the token, which is safe in quotes (token68). */
export function renderEmbed(markup: string, token: string): string {
  return markup.replace(TOKEN_PLACEHOLDER, () => token);
}

class EmbedReading {
  readonly faults = new Map<EmbedFault['code'], EmbedFault>();
  characters = 0;
  places = 0;
  loads = false;
  private depth = 0;

  constructor(private readonly host: string | null) {}

  add(one: EmbedFault): void {
    if (!this.faults.has(one.code)) this.faults.set(one.code, one);
  }

  nodes(nodes: readonly Html.ChildNode[]): string {
    return nodes.map((node) => this.node(node)).join('');
  }

  private node(node: Html.ChildNode): string {
    if ('tagName' in node) return this.element(node);
    if (node.nodeName !== '#text' || !('value' in node)) return '';
    this.characters += spanOf(node.sourceCodeLocation);
    if (node.value.includes('{{')) this.add(EMBED_FAULTS.placeholder());
    return escaped(node.value);
  }

  private element({ tagName: name, attrs, childNodes, sourceCodeLocation: at }: Html.Element): string {
    this.characters += spanOf(at?.startTag) + spanOf(at?.endTag);
    if (!isAllowedElement(name)) this.add(EMBED_FAULTS.element(name));
    const attributes = attrs.map((attribute) => this.attribute(name, attribute)).join('');
    if (VOID_ELEMENTS.has(name)) return `<${name}${attributes}>`;
    if (!at?.endTag) this.add(EMBED_FAULTS.malformed());
    const inner = this.inside(childNodes);
    if (!LOADED_ELEMENTS.has(name)) return `<${name}${attributes}>${inner}</${name}>`;
    if (inner.trim() !== '') this.add(name === 'script' ? EMBED_FAULTS.inlineScript() : EMBED_FAULTS.malformed());
    return `<${name}${attributes}></${name}>`;
  }

  private inside(nodes: readonly Html.ChildNode[]): string {
    if (this.depth === MAX_DEPTH) return '';
    this.depth += 1;
    const markup = this.nodes(nodes);
    this.depth -= 1;
    return markup;
  }

  private attribute(element: string, { name, value }: { name: string; value: string }): string {
    if (/^(?:on|@)/.test(name)) this.add(EMBED_FAULTS.handler(element, name));
    else if (!isAllowedAttribute(element, name, value)) this.add(EMBED_FAULTS.attribute(element, name));
    else if ((ADDRESSES.has(name) || LIKE_ADDRESS.test(value)) && !this.isOwn(value))
      this.add(EMBED_FAULTS.origin(element, name));
    if (value === TOKEN_PLACEHOLDER && takesToken(element, name)) this.places += 1;
    else if (value.includes('{{')) this.add(EMBED_FAULTS.placeholder());
    return value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`;
  }

  private isOwn(value: string): boolean {
    this.loads = true;
    const url = parseWebAddress(value);
    return url !== null && (this.host === null ? url.protocol === 'https:' : url.origin === this.host);
  }
}

const spanOf = (at: { startOffset: number; endOffset: number } | null | undefined): number =>
  at ? at.endOffset - at.startOffset : 0;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
