import { IconRefused } from './icon-refused.js';

/** Elements that draw, and none that runs, loads, links, moves or repeats (`use` can multiply without end). */
const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop
   clipPath mask pattern symbol style filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode`.split(
    /\s+/,
  ),
);
/**
 * Elements that draw their content wherever they are referred to: a few that refer to each other would draw without
 * end.
 */
const REPEATING = new Set(['mask', 'clipPath', 'pattern']);
const MOST_ELEMENTS = 2_000;
const DEEPEST = 32;
const NAMESPACE = 'http://www.w3.org/2000/svg';
const TOKEN =
  /<!--[\s\S]*?-->|<\?xml\s[^>]*\?>|<\/([A-Za-z][\w.:-]*)\s*>|<([A-Za-z][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads an SVG by a small grammar and rewrites it: elements and attributes that only draw. Anything that could run or
 * reach out is refused and named, not cut out: an icon without the half of it would be another icon.
 * @throws IconRefused
 */
export function cleanSvg(text: string): string {
  if (/[^\P{Cc}\t\n\r]/u.test(text)) throw new IconRefused('The SVG has a control character.');
  const open: string[] = [];
  let out = '';
  let elements = 0;
  /** All text of the style sheet that is open: notes in it do not part it for who reads it. */
  let sheet = '';
  /** Names of repeating elements, and names that are referred to from inside of them or from a style sheet. */
  const [repeating, inner] = [new Set<string>(), new Set<string>()];
  /**
   * Names that the open elements refer to, outermost first; repeating elements inherit fill and stroke from around
   * them.
   */
  const around: string[][] = [];
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new IconRefused(`The SVG has something that an icon must not have, at character ${at + 1}.`);
    const [whole, closed, opened, attributes = '', empty] = match;
    if (closed !== undefined) {
      if (open.pop() !== closed) throw new IconRefused(`The SVG closes "${closed}", which is not open.`);
      if (closed === 'style') {
        if (!harmlessStyle(sheet)) throw new IconRefused('The SVG has a style that an icon must not have.');
        for (const name of referredBy(sheet)) inner.add(name);
        sheet = '';
      }
      out += `</${closed}>`;
    } else if (opened !== undefined) {
      if (!ELEMENTS.has(opened) || open.at(-1) === 'style')
        throw new IconRefused(`The SVG has the element "${opened}". An icon only draws.`);
      if ((open.length === 0) !== (opened === 'svg' && elements === 0))
        throw new IconRefused('The SVG must be one svg element, with everything inside it.');
      if (++elements > MOST_ELEMENTS || open.length >= DEEPEST)
        throw new IconRefused(`The SVG has more than ${MOST_ELEMENTS} elements, or more than ${DEEPEST} levels.`);
      const cleaned = cleanAttributes(attributes);
      const id = REPEATING.has(opened) && /\sid="([^"]*)"/.exec(cleaned)?.[1];
      if (id) repeating.add(id);
      around.length = open.length;
      around.push(referredBy(cleaned));
      // Elements around a pattern pass on to it: fill and stroke.
      // Each name is taken once, however many patterns it surrounds.
      if (REPEATING.has(opened)) for (const name of around.flatMap((names) => names.splice(0))) inner.add(name);
      else if (open.some((name) => REPEATING.has(name))) for (const name of around.at(-1)!) inner.add(name);
      out += `<${opened}${elements === 1 ? ` xmlns="${NAMESPACE}"` : ''}${cleaned}${empty}>`;
      if (empty === '') open.push(opened);
    } else if (!whole.startsWith('<')) {
      const words = decode(whole);
      if (open.length === 0 && words.trim() !== '') throw new IconRefused('The SVG has text outside its root element.');
      if (open.at(-1) === 'style') sheet += words;
      if (open.length > 0) out += encode(words);
    }
  }
  if (open.length > 0 || elements === 0) throw new IconRefused('The SVG is not whole.');
  for (const name of inner)
    if (repeating.has(name) || !/^[\w.-]+$/.test(name))
      throw new IconRefused('The SVG refers to a mask, a clip or a pattern from inside of one, or from a style sheet.');
  return out;
}

function cleanAttributes(text: string): string {
  let out = '';
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? '');
    if (/^on/i.test(name)) throw new IconRefused(`The SVG has the attribute "${name}". An icon runs nothing.`);
    // Namespaces of drawing programs and their notes.
    if (name.startsWith('xmlns') || (name.includes(':') && name !== 'xlink:href')) continue;
    const link = /(?:^|:)href$/i.test(name) || name === 'src';
    if (link && !/^#[\w.-]+$/.test(value))
      throw new IconRefused(`The SVG refers to "${value.slice(0, 60)}". An icon loads nothing.`);
    if (!harmlessStyle(value)) throw new IconRefused(`The value of "${name}" in the SVG could load something.`);
    out += ` ${name === 'xlink:href' ? 'href' : name}="${encode(value)}"`;
  }
  return out;
}

/** No style, and no attribute, names an address; `\` could hide one. */
function harmlessStyle(text: string): boolean {
  return !/[\\@]|javascript:|data:|expression|image-set|\bsrc\s*\(/i.test(text) && !/url\s*\(\s*(?!["']?#)/i.test(text);
}

/** Names in `url(#name)`; nothing else refers to repeating elements. */
function referredBy(text: string): string[] {
  return [...text.matchAll(/url\s*\(\s*(?:"|'|&quot;)?#([^"'&)]*)/gi)].map(([, name = '']) => name);
}

function decode(text: string): string {
  return text.replaceAll(/&([^;]{0,10});?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point = code ? (code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)) : undefined;
    const known =
      point === undefined ? ENTITIES[name] : point > 31 && point < 0x110000 ? String.fromCodePoint(point) : undefined;
    if (known === undefined || !whole.endsWith(';'))
      throw new IconRefused(`The SVG has the entity "${whole.slice(0, 20)}".`);
    return known;
  });
}

const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
