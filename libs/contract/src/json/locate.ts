import { DEFAULT_JSON_LIMITS } from './limits.js';
import { pointerKeys } from './pointer.js';
import { ScanError, Scanner, type Place } from './scanner.js';
import type { TextPosition } from './strict.js';

/**
 * Finds the position of any JSON pointer in a text: the key of a member, the first character of an array element. For a
 * missing value, the nearest existing parent. The returned function gives undefined when the text is not acceptable
 * JSON.
 */
export function locatePointers(text: string): (pointer: string) => TextPosition | undefined {
  const root: Place = { offset: Math.max(0, text.search(/[^ \t\r\n]/)), inside: new Map() };
  try {
    new Scanner(text, DEFAULT_JSON_LIMITS, root).read();
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return () => undefined;
  }
  const position = positionsIn(text);
  return (pointer) => {
    let place = root;
    for (const key of pointerKeys(pointer)) {
      const child = place.inside.get(key);
      if (child === undefined) break;
      place = child;
    }
    return position(place.offset);
  };
}

/** `positionAt` for many offsets of one well-formed text, which is read once. */
function positionsIn(text: string): (offset: number) => TextPosition {
  const lines = [0];
  const pairs: number[] = [];
  for (const match of text.matchAll(/\r\n|[\n\r]|[\ud800-\udbff][\udc00-\udfff]/g)) {
    if (match[0].charCodeAt(0) >= 0xd800) pairs.push(match.index);
    else lines.push(match.index + match[0].length);
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
