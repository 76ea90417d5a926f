import { pointerKeys } from './pointer.js';
import { parseStrictJson, type TextPosition } from './strict.js';

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, COMMA, BACKSLASH] = [9, 10, 13, 32, 34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Position of a value: `shown` is the key of a member, otherwise the value itself. */
interface Spot {
  readonly shown: number;
  readonly value: number;
  inside: Inside | undefined;
}

/**
 * Finds the position of any JSON pointer in a text: the key of a member, the first character of an array element. For a
 * missing value, the nearest existing parent. The returned function gives undefined when the text is not acceptable
 * JSON.
 */
export function locatePointers(text: string): (pointer: string) => TextPosition | undefined {
  return parseStrictJson(text).ok ? locateIn(text) : () => undefined;
}

/** `locatePointers` for a text that is known to be acceptable. Only the text before a pointer is read. */
export function locateIn(text: string): (pointer: string) => TextPosition {
  const start = afterSpace(text, 0);
  const root: Spot = { shown: start, value: start, inside: undefined };
  const position = positionsIn(text);
  return (pointer) => {
    let spot = root;
    for (const key of pointerKeys(pointer)) {
      const child = (spot.inside ??= new Inside(text, spot.value)).find(key);
      if (child === undefined) break;
      spot = child;
    }
    return position(spot.shown);
  };
}

/** Members of an object or elements of a list, by key or index, read as far as needed. */
class Inside {
  private readonly spots = new Map<string, Spot>();
  private readonly isList: boolean;
  /** Start of the next member or element; null when there is none. */
  private next: number | null;
  /** The last one found, whose end is not known yet. */
  private last: Spot | undefined;

  constructor(
    private readonly text: string,
    at: number,
  ) {
    const code = text.charCodeAt(at);
    this.isList = code === OPEN_LIST;
    this.next = this.isList || code === OPEN_OBJECT ? afterSpace(text, at + 1) : null;
  }

  find(key: string): Spot | undefined {
    const known = this.spots.get(key);
    if (known !== undefined) return known;
    while (this.next !== null) if (this.read() === key) return this.last;
    return undefined;
  }

  /** Reads one member or element; returns its key, or undefined at the end. */
  private read(): string | undefined {
    const { text } = this;
    let at = this.next!;
    if (this.last !== undefined) {
      at = afterSpace(text, afterValue(text, at));
      if (text.charCodeAt(at) === COMMA) at = afterSpace(text, at + 1);
    }
    if (at >= text.length || text.charCodeAt(at) === (this.isList ? CLOSE_LIST : CLOSE_OBJECT)) {
      this.next = null;
      return undefined;
    }
    const shown = at;
    let key = String(this.spots.size);
    if (!this.isList) {
      at = afterString(text, shown);
      key = keyOf(text.slice(shown, at));
      at = afterSpace(text, afterSpace(text, at) + 1);
    }
    this.next = at;
    this.last = { shown, value: at, inside: undefined };
    this.spots.set(key, this.last);
    return key;
  }
}

const keyOf = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

function afterSpace(text: string, at: number): number {
  for (let next = at; ; next += 1) {
    const code = text.charCodeAt(next);
    if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return next;
  }
}

function afterString(text: string, at: number): number {
  for (let next = at + 1; ; next += 1) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) return next + 1;
    if (code === BACKSLASH) next += 1;
  }
}

function afterContainer(text: string, at: number): number {
  let open = 0;
  for (let next = at; ; next += 1) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) next = afterString(text, next) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) open += 1;
    else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && --open === 0) return next + 1;
  }
}

function afterValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return afterString(text, at);
  if (code === OPEN_OBJECT || code === OPEN_LIST) return afterContainer(text, at);
  const end = /[^-+.\w]|$/g;
  end.lastIndex = at;
  return end.exec(text)!.index;
}

/** `positionAt` for many offsets of one well-formed text, which is read once. */
function positionsIn(text: string): (offset: number) => TextPosition {
  const lines = [0];
  const pairs: number[] = [];
  const isPlain = !text.includes('\n') && !text.includes('\r') && Buffer.byteLength(text) === text.length;
  if (!isPlain) {
    for (const match of text.matchAll(/\r\n|[\n\r]|[\ud800-\udbff][\udc00-\udfff]/g)) {
      if (match[0].charCodeAt(0) >= 0xd800) pairs.push(match.index);
      else lines.push(match.index + match[0].length);
    }
  }
  return (offset) => {
    const line = countUntil(lines, offset);
    const start = lines[line - 1]!;
    const longer = countUntil(pairs, offset - 1) - countUntil(pairs, start - 1);
    return { line, column: offset - start - longer + 1 };
  };
}

/** How many of the ascending numbers are at most `limit`. */
function countUntil(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
