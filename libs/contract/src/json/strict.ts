import type { Issue } from '../issue.js';
import { DEFAULT_JSON_LIMITS, type JsonLimits } from './limits.js';
import { ScanError, Scanner } from './scanner.js';
import type { JsonObject, JsonValue } from './types.js';

export { DEFAULT_JSON_LIMITS, type JsonLimits } from './limits.js';

/** The value, or the first error with its 1-based line and column. */
export type StrictJsonResult =
  | { readonly ok: true; readonly value: JsonValue; readonly text: string }
  | { readonly ok: false; readonly issue: Issue; readonly begun?: JsonObject | undefined };

/** 1-based position in a text; the column counts characters (code points). */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const FIXES: Readonly<Record<string, string>> = {
  json_duplicate_key: 'Remove one of the two.',
  json_forbidden_key: 'Rename the key.',
  json_encoding: 'Send UTF-8 without a byte order mark.',
  json_too_large: 'Send a smaller document.',
};

/** Line and column of an offset (UTF-16 code units) in a text. Line ends are LF, CR LF or CR. */
export function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

type Refused = Extract<StrictJsonResult, { ok: false }>;

function refuse(code: string, message: string, position?: TextPosition): Refused {
  const fix = FIXES[code] ?? 'Write the document with a JSON library.';
  return {
    ok: false,
    issue: { code, level: 'error', pointer: '', message, fix, clause: 'Response envelope', ...position },
  };
}

/**
 * Parses received JSON: UTF-8 without a byte order mark, within limits, no duplicate keys, no keys that access a
 * prototype, no NUL, no lone surrogates, only numbers that keep their value. Never throws.
 * @param input bytes as received, or text.
 * @param limits differences from `DEFAULT_JSON_LIMITS`.
 */
export function parseStrictJson(input: Uint8Array | string, limits?: Partial<JsonLimits>): StrictJsonResult {
  const all = limits === undefined ? DEFAULT_JSON_LIMITS : { ...DEFAULT_JSON_LIMITS, ...limits };
  const bytes = typeof input === 'string' ? Buffer.byteLength(input) : input.length;
  if (bytes > all.maxBytes)
    return refuse('json_too_large', `The document has ${bytes} bytes, more than ${all.maxBytes}.`);
  let text: string;
  try {
    text = typeof input === 'string' ? input : UTF_8.decode(input);
  } catch {
    return refuse('json_encoding', 'The document is not UTF-8.');
  }
  if (text.charCodeAt(0) === 0xfeff) {
    return refuse('json_encoding', 'The document starts with a byte order mark.', { line: 1, column: 1 });
  }
  const scanner = new Scanner(text, all);
  try {
    return { ok: true, value: scanner.read(), text };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { ...refuse(error.code, error.message, positionAt(text, error.offset)), begun: scanner.begun };
  }
}
