import { RE2JS } from 're2js';

/** Longest accepted regular expression, in characters. */
export const MAX_PATTERN_LENGTH = 256;

/** A pattern that matches in linear time. */
export interface SafePattern {
  /** True when the pattern is found anywhere in the text, as JSON Schema wants it. */
  test(text: string): boolean;
}

/**
 * Compiles a JSON Schema pattern with RE2, which cannot be made to run long. Null for what RE2 refuses: look-around,
 * back-references, syntax errors, and patterns over `MAX_PATTERN_LENGTH`.
 */
export function compilePattern(pattern: string): SafePattern | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
