import { FORBIDDEN_KEYS, type JsonLimits } from './limits.js';
import type { JsonValue } from './types.js';

const IN_NUMBER = /[-+.\deE]/;

/**
 * Reads a text by the engine's own parser when that gives exactly what the scanner would give; undefined when it is not
 * sure, and then the scanner decides and says where. Well-formed UTF-16 is presumed, as decoding from bytes makes it.
 *
 * What the engine's parser lets through is found by counting: a duplicate key makes fewer members than there are `":` in
 * the text. That sequence ends a key, or it starts a value (counted too many, so the scanner is asked), or it stands
 * inside a string behind a backslash or with white space before the colon (the scanner is asked).
 */
export function readTrusted(text: string, limits: JsonLimits): JsonValue | undefined {
  if (text.includes('\\u') || text.includes('\\":') || mayHoldLongNumber(text, limits.maxNumberLength))
    return undefined;
  if (text.includes(' :') || text.includes('\n:') || text.includes('\t:') || text.includes('\r:')) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const tally = { nodes: 0, members: 0 };
  if (!isWithin(value, 0, limits, tally) || tally.nodes > limits.maxNodes) return undefined;
  return tally.members === occurrences(text, '":') ? value : undefined;
}

/** A run of more than `limit` characters covers a place that is a multiple of `limit + 1`: only there is looked. */
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

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

function isWithin(
  value: JsonValue,
  depth: number,
  limits: JsonLimits,
  tally: { nodes: number; members: number },
): boolean {
  tally.nodes += 1;
  if (typeof value === 'string') return value.length <= limits.maxStringLength;
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (value === null || typeof value === 'boolean') return true;
  if (depth >= limits.maxDepth) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWithin(item, depth + 1, limits, tally)) return false;
    return true;
  }
  const keys = Object.keys(value);
  if (keys.length > limits.maxKeysPerObject) return false;
  tally.members += keys.length;
  for (const key of keys) {
    if (key.length > limits.maxStringLength || FORBIDDEN_KEYS.has(key)) return false;
    if (!isWithin(value[key]!, depth + 1, limits, tally)) return false;
  }
  return true;
}
