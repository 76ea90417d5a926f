import type { JsonLimits } from './limits.js';
import type { JsonObject, JsonValue } from './types.js';

const IN_NUMBER = /[-+.\deE]/;
const EXPONENT = /\d[eE]/;
/** `"":0,` is the minimum that a duplicate key adds to a text. */
const SHORTEST_MEMBER = 5;

/** A value with the length of its compact text, `JSON.stringify(value)`, in bytes; null when unknown. */
interface TrustedJson {
  readonly value: JsonValue;
  readonly compactBytes: number | null;
}

/**
 * Parses a text with the engine's own parser if the result is certainly the same as the scanner's; undefined when it is
 * not certain, and then the scanner decides and reports positions. Requires well-formed UTF-16, which decoding from
 * bytes ensures. The engine's parser silently keeps the last of two equal keys. They are detected by length: without
 * escapes a text is as long as the compact text of its value, plus white space, plus dropped members, plus longer
 * spellings of numbers, minus what exponents save. If the two lengths are equal and exponents save less than a member
 * needs, nothing was dropped. Other texts are decided by counting (see `countsMatch`).
 * @param bytes length of the text in UTF-8.
 */
export function readTrusted(text: string, bytes: number, limits: JsonLimits): TrustedJson | undefined {
  const plain = !text.includes('\\');
  if (!plain && text.includes('\\u')) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const tally: Tally = { nodes: 1, members: 0, length: 0, saved: 0 };
  if (!isWithin(value, 0, limits, tally) || tally.nodes > limits.maxNodes) return undefined;
  const compactBytes = plain ? tally.length + bytes - text.length : null;
  if (plain && tally.length === text.length && (tally.saved < SHORTEST_MEMBER || !EXPONENT.test(text)))
    return { value, compactBytes };
  return countsMatch(text, tally.members, limits) ? { value, compactBytes } : undefined;
}

/**
 * True when a text certainly has as many members as its value. `":` ends a key, or it starts a value (one too many, so
 * no match), or it is in a string after a backslash or with white space before the colon (no match either).
 */
function countsMatch(text: string, members: number, limits: JsonLimits): boolean {
  if (text.includes('\\":') || text.includes(' :') || text.includes('\n:')) return false;
  if (text.includes('\t:') || text.includes('\r:') || mayHoldLongNumber(text, limits.maxNumberLength)) return false;
  let count = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count += 1;
  return count === members;
}

/**
 * A run of more than `limit` characters covers a position that is a multiple of `limit + 1`, so only these are checked.
 */
function mayHoldLongNumber(text: string, limit: number): boolean {
  for (let at = limit; at < text.length; at += limit + 1) {
    if (!IN_NUMBER.test(text[at]!)) continue;
    let from = at;
    let to = at;
    while (from > 0 && at - from <= limit && IN_NUMBER.test(text[from - 1]!)) from -= 1;
    while (to + 1 < text.length && to - at <= limit && IN_NUMBER.test(text[to + 1]!)) to += 1;
    if (to - from + 1 > limit) return true;
  }
  return false;
}

interface Tally {
  nodes: number;
  members: number;
  /** Length of the compact text in UTF-16 code units, if no string needs an escape. */
  length: number;
  /** Maximum that exponents can save. */
  saved: number;
}

/** Whether a value is within the limits; adds it to the tally, except as a node, which its container counts. */
function isWithin(value: JsonValue, depth: number, limits: JsonLimits, tally: Tally): boolean {
  if (typeof value === 'string') {
    tally.length += value.length + 2;
    return value.length <= limits.maxStringLength;
  }
  if (typeof value === 'number') return isNumberWithin(value, tally);
  if (value === null || typeof value === 'boolean') {
    tally.length += value === false ? 5 : 4;
    return true;
  }
  if (depth >= limits.maxDepth) return false;
  return Array.isArray(value)
    ? isListWithin(value, depth + 1, limits, tally)
    : isObjectWithin(value, depth + 1, limits, tally);
}

function isListWithin(list: readonly JsonValue[], depth: number, limits: JsonLimits, tally: Tally): boolean {
  if (list.length > limits.maxItemsPerArray) return false;
  let length = 0;
  for (let i = 0; i < list.length; i += 1) {
    const item = list[i]!;
    if (typeof item === 'string' && item.length <= limits.maxStringLength) length += item.length + 2;
    else if (!isWithin(item, depth, limits, tally)) return false;
  }
  // Two brackets and a comma between elements.
  tally.length += list.length > 0 ? length + list.length + 1 : 2;
  tally.nodes += list.length;
  return true;
}

function isObjectWithin(object: JsonObject, depth: number, limits: JsonLimits, tally: Tally): boolean {
  const { maxStringLength } = limits;
  let count = 0;
  let length = 0;
  for (const key in object) {
    count += 1;
    length += key.length;
    if (key.length > maxStringLength || isForbidden(key)) return false;
    const member = object[key]!;
    if (typeof member === 'string' && member.length <= maxStringLength) length += member.length + 2;
    else if (!isWithin(member, depth, limits, tally)) return false;
  }
  // Two braces; quotes and a colon at every key; a comma between members.
  tally.length += count > 0 ? length + 4 * count + 1 : 2;
  tally.nodes += count;
  tally.members += count;
  return count <= limits.maxKeysPerObject;
}

function isForbidden(key: string): boolean {
  return key.length >= 9 && (key === '__proto__' || key === 'constructor' || key === 'prototype');
}

function isNumberWithin(value: number, tally: Tally): boolean {
  if (Number.isSafeInteger(value)) {
    const length = digits(value);
    tally.length += length;
    // 12e2 is as long as 1200; an exponent is shorter only from three zeros on.
    if (value % 1000 === 0 && value !== 0) tally.saved += length - 3;
    return true;
  }
  if (!Number.isFinite(value) || Number.isInteger(value)) return false;
  const { length } = String(value);
  tally.length += length;
  tally.saved += Math.max(0, length - 3);
  return true;
}

function digits(integer: number): number {
  let rest = integer < 0 ? -integer : integer;
  let length = integer < 0 ? 2 : 1;
  while (rest >= 10) {
    rest = Math.floor(rest / 10);
    length += 1;
  }
  return length;
}
