import { FORBIDDEN_KEYS, type JsonLimits } from './limits.js';
import type { JsonObject, JsonValue } from './types.js';

/** Position and reason why a text is not acceptable JSON. `offset` is in UTF-16 code units. */
export class ScanError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Where something is in a text: a member's key, or a value that is none's. `offset` is in UTF-16 code units. */
export interface Place {
  readonly offset: number;
  readonly inside: Map<string, Place>;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_RUN = /[-+.\w]+/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const HEX4 = /^[0-9a-fA-F]{4}$/;
// A run of plain string characters: from the space on, without quote and backslash.
const PLAIN = /[ !#-[\]-\uffff]*/y;

/** Recursive-descent JSON parser that enforces limits and reports the exact position of the first error. */
export class Scanner {
  /** The members of the document's object that were read. */
  begun: JsonObject | undefined;
  private at = 0;
  private nodes = 0;

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
    /** Gets the place of everything in the document. */
    private place: Place | null = null,
  ) {}

  /** @throws ScanError */
  read(): JsonValue {
    this.skipSpace();
    const value = this.value(0);
    this.skipSpace();
    if (this.at < this.text.length) this.fail('json_syntax', 'There is something after the end of the document.');
    return value;
  }

  private fail(code: string, message: string, offset = this.at): never {
    throw new ScanError(code, message, offset);
  }

  private skipSpace(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.at++;
    }
  }

  private value(depth: number): JsonValue {
    if (++this.nodes > this.limits.maxNodes) {
      this.fail('json_too_many_values', `The document holds more than ${this.limits.maxNodes} values.`);
    }
    const c = this.text[this.at];
    if (c === '{') return this.object(depth + 1);
    if (c === '[') return this.array(depth + 1);
    if (c === '"') return this.string();
    if (c === 't') return this.word('true', true);
    if (c === 'f') return this.word('false', false);
    if (c === 'n') return this.word('null', null);
    if (c !== undefined && (c === '-' || (c >= '0' && c <= '9'))) return this.number();
    return this.fail('json_syntax', c === undefined ? 'The document ends too early.' : 'A value was expected here.');
  }

  private word<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('json_syntax', 'A value was expected here.');
    this.at += word.length;
    return value;
  }

  private enter(depth: number): void {
    if (depth > this.limits.maxDepth) {
      this.fail('json_too_deep', `The document is nested deeper than ${this.limits.maxDepth} levels.`);
    }
    this.at++;
    this.skipSpace();
  }

  /** After an element: true when another follows, false when the container ended. */
  private more(close: string): boolean {
    this.skipSpace();
    const c = this.text[this.at];
    if (c === close) {
      this.at++;
      return false;
    }
    if (c !== ',')
      this.fail(
        'json_syntax',
        c === undefined ? 'The document ends too early.' : `"," or "${close}" was expected here.`,
      );
    this.at++;
    this.skipSpace();
    return true;
  }

  private object(depth: number): JsonObject {
    this.enter(depth);
    const result: JsonObject = {};
    if (depth === 1) this.begun = result;
    if (this.text[this.at] === '}') {
      this.at++;
      return result;
    }
    const seen = new Set<string>();
    do {
      const keyOffset = this.at;
      if (this.text[this.at] !== '"') this.fail('json_syntax', 'A key in double quotes was expected here.');
      const key = this.string();
      if (FORBIDDEN_KEYS.has(key))
        this.fail('json_forbidden_key', `The key ${JSON.stringify(key)} is not allowed.`, keyOffset);
      if (seen.has(key))
        this.fail(
          'json_duplicate_key',
          `The key ${JSON.stringify(key.slice(0, 80))} appears twice in one object.`,
          keyOffset,
        );
      seen.add(key);
      if (seen.size > this.limits.maxKeysPerObject) {
        this.fail('json_too_many_keys', `An object has more than ${this.limits.maxKeysPerObject} keys.`, keyOffset);
      }
      this.skipSpace();
      if (this.text[this.at] !== ':') this.fail('json_syntax', '":" was expected here.');
      this.at++;
      this.skipSpace();
      result[key] = this.inside(key, keyOffset, depth);
    } while (this.more('}'));
    return result;
  }

  private array(depth: number): JsonValue[] {
    this.enter(depth);
    const result: JsonValue[] = [];
    if (this.text[this.at] === ']') {
      this.at++;
      return result;
    }
    do {
      if (result.length >= this.limits.maxItemsPerArray)
        this.fail('json_too_many_items', `An array has more than ${this.limits.maxItemsPerArray} elements.`);
      result.push(this.inside(String(result.length), this.at, depth));
    } while (this.more(']'));
    return result;
  }

  private inside(key: string, offset: number, depth: number): JsonValue {
    const outer = this.place;
    if (outer === null) return this.value(depth);
    this.place = { offset, inside: new Map() };
    outer.inside.set(key, this.place);
    const value = this.value(depth);
    this.place = outer;
    return value;
  }

  private string(): string {
    const start = this.at++;
    let result = '';
    for (;;) {
      PLAIN.lastIndex = this.at;
      PLAIN.test(this.text);
      result += this.text.slice(this.at, PLAIN.lastIndex);
      this.at = PLAIN.lastIndex;
      const c = this.text[this.at];
      if (c === '"') break;
      if (c === '\\') result += this.escape();
      else if (c === undefined) this.fail('json_syntax', 'A string is not closed.', start);
      else this.fail('json_syntax', 'A control character is unescaped in a string.');
    }
    this.at++;
    if (result.length > this.limits.maxStringLength) {
      this.fail('json_string_too_long', `A string is longer than ${this.limits.maxStringLength} characters.`, start);
    }
    if (result.includes('\0')) this.fail('json_nul', 'A string contains the NUL character.', start);
    if (LONE_SURROGATE.test(result)) this.fail('json_unicode', 'A string contains half of a surrogate pair.', start);
    return result;
  }

  private escape(): string {
    const c = this.text[this.at + 1];
    if (c === 'u') {
      const hex = this.text.slice(this.at + 2, this.at + 6);
      if (!HEX4.test(hex)) this.fail('json_syntax', 'A \\u escape needs four hex digits.');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const plain = c === undefined ? undefined : ESCAPES[c];
    if (plain === undefined) this.fail('json_syntax', 'JSON has no such escape.');
    this.at += 2;
    return plain;
  }

  private number(): number | string {
    const start = this.at;
    NUMBER.lastIndex = start;
    NUMBER_RUN.lastIndex = start;
    NUMBER.test(this.text);
    NUMBER_RUN.test(this.text);
    const end = NUMBER.lastIndex;
    if (end === 0 || end !== NUMBER_RUN.lastIndex) this.fail('json_syntax', 'This is not a number as JSON writes it.');
    const text = this.text.slice(start, end);
    const value = Number(text);
    const isLong = text.length > this.limits.maxNumberLength;
    if (this.limits.inexactNumbers === 'text') {
      this.at = end;
      return !isLong && digitsOf(text) === digitsOf(String(value)) ? value : text;
    }
    if (isLong) {
      this.fail('json_number', `A number is longer than ${this.limits.maxNumberLength} characters.`);
    }
    if (!Number.isFinite(value)) this.fail('json_number', 'A number is too large.');
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.fail('json_number', 'A whole number is beyond 9007199254740991 and would lose digits.');
    }
    this.at = end;
    return value;
  }
}

/** The digits of a number that count, so without sign, point, exponent and zeros at both ends. */
function digitsOf(number: string): string {
  const digits = number.replace(/e.*$/i, '').replace(/[-.]/g, '');
  return digits.replace(/^0+/, '').replace(/0+$/, '');
}
