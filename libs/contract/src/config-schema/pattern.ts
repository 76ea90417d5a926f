import { RE2JS } from 're2js';

/** Maximum length of a regular expression, in characters. */
export const MAX_PATTERN_LENGTH = 256;

/** Maximum program size of one pattern, as computed by `patternSize`: limits the time of compiling and matching. */
export const MAX_PATTERN_SIZE = 4_000;

/** Maximum program size of all patterns of a schema. */
export const MAX_PATTERNS_SIZE = 6_000;

// RE2 has no back-references, but reads this one as if the backslash were missing.
const NAMED_BACK_REFERENCE = /^(?:[^\\]|\\[^k])*\\k/;

const PROPERTY = /\\p/gi;

/** A pattern that matches in linear time. */
export interface SafePattern {
  /** True when the pattern matches anywhere in the text, as in JSON Schema. */
  test(text: string): boolean;
}

/**
 * Compiles a JSON Schema pattern with RE2, which runs in linear time. Null for what RE2 does not support: look-around,
 * back-references, syntax errors, and patterns above `MAX_PATTERN_LENGTH` or `MAX_PATTERN_SIZE`.
 */
export function compilePattern(pattern: string): SafePattern | null {
  if (pattern.length > MAX_PATTERN_LENGTH || NAMED_BACK_REFERENCE.test(pattern)) return null;
  if (patternSize(pattern) > MAX_PATTERN_SIZE) return null;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}

/**
 * Approximate size of a pattern's program: every character and class counts once, repeated parts as often as they may
 * be repeated, optional repeats twice. A class of Unicode properties counts twelve more for each of them.
 */
export function patternSize(pattern: string): number {
  const outer: number[] = [];
  let total = 0;
  let atom = 0;
  const tokens =
    /\\(?:[pPxu]\{[^}]*\}|[\s\S])|\[\^?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}|[\s\S]/g;
  for (const { 0: token, 1: low, 2: comma, 3: high } of pattern.matchAll(tokens)) {
    if (low !== undefined) {
      const least = Number(low);
      const most = comma === undefined ? least : Number(high === '' ? least + 1 : high);
      total += atom * (least + 2 * Math.max(0, most - least)) - atom;
      atom *= Math.max(1, least + 2 * Math.max(0, most - least));
    } else if (token === '(') {
      outer.push(total);
      [total, atom] = [0, 0];
    } else if (token === ')') {
      atom = total + 1;
      total = (outer.pop() ?? 0) + atom;
    } else if (token !== '*' && token !== '+' && token !== '?') {
      atom = 1;
      total += 1 + 12 * (token.match(PROPERTY)?.length ?? 0);
    }
  }
  return outer.reduce((sum, size) => sum + size, total);
}
