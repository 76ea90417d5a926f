import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { typeName } from '../json/describe.js';
import type { Block, RuleReport, TextRule } from './rule.js';
import { checkWebAddress } from './web-address.js';

/** Type of a field: its JSON Schema, how it is read and, without a rule file, how it is checked. */
export interface FieldType<T> {
  readonly schema: JsonObject;
  /** The canonical value of a valid one; null when there is none. */
  readonly read: (value: JsonValue | undefined) => T | null;
  /** Reports errors in the member `key` of `parent`; `pointer` is the member's. */
  readonly check?: (report: RuleReport, parent: Block, key: string, how: TextRule, pointer: string) => void;
}

const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Text that a rule file checks. */
export const textLike = (schema: JsonObject): FieldType<string> => ({
  schema: { type: 'string', ...schema },
  read: readText,
});

/** Text that is not blank. */
export const text: FieldType<string> = {
  schema: { type: 'string', pattern: '\\S' },
  read: readText,
  check: (report, parent, key, how) => void report.text(parent, key, how),
};

/** A color as `#` and six hexadecimal digits. */
export const color: FieldType<string> = {
  schema: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
  read: readText,
  check(report, parent, key, how, pointer) {
    const value = report.text(parent, key, how);
    if (value !== undefined && !/^#[0-9A-Fa-f]{6}$/.test(value))
      report.error('color_form', pointer, 'This is not # and six hexadecimal digits.', how.fix, value);
  },
};

const WEB: JsonObject = { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' };

/** An absolute URL; with `https` only that scheme, with `mailto` also an email address, with `nullable` also null. */
export function webAddress(
  allow: { readonly https?: boolean; readonly mailto?: boolean; readonly nullable?: boolean } = {},
): FieldType<string> {
  const other: JsonObject[] = [
    ...(allow.nullable ? [{ type: 'null' }] : []),
    ...(allow.mailto ? [{ type: 'string', pattern: '^mailto:' }] : []),
  ];
  return {
    schema: other.length > 0 ? { anyOf: [WEB, ...other] } : WEB,
    read: readText,
    check(report, parent, key, how, pointer) {
      if (allow.nullable && parent.object[key] === null) return;
      const value = report.text(parent, key, how);
      if (value === undefined || (allow.mailto && value.startsWith('mailto:'))) return;
      checkWebAddress(report, pointer, value, allow.https);
    },
  };
}

/** One of the given texts, compared exactly; `code` is the code of the issue. */
export const oneOf = <V extends string>(values: readonly V[], code: string): FieldType<V> => ({
  schema: { enum: [...values] },
  read: (value) => values.find((one) => one === value) ?? null,
  check: (report, parent, key, how) => void report.oneOf(parent, key, code, values, how),
});

/** A list of unique texts; the canonical form lists each once. */
export const texts: FieldType<readonly string[]> = {
  schema: { type: 'array', items: text.schema },
  read: (value) => (Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : null),
  check: (report, parent, key, how) => void report.texts(parent, key, how),
};

/** A list of event kinds. */
export const eventKinds: FieldType<readonly string[]> = {
  schema: {
    type: 'array',
    items: { type: 'string', maxLength: 128, pattern: '^[a-z][a-z0-9]*([._][a-z0-9]+)*$' },
  },
  read: texts.read,
};

/** A non-negative integer, checked by a rule file. */
export const count: FieldType<number> = {
  schema: { type: 'integer', minimum: 0 },
  read: (value) => (typeof value === 'number' ? value : null),
};

/** True or false. */
export const yesNo: FieldType<boolean> = {
  schema: { type: 'boolean' },
  read: (value) => (typeof value === 'boolean' ? value : null),
  check(report, parent, key, _how, pointer) {
    const value = parent.object[key];
    if (value === undefined || typeof value === 'boolean') return;
    const message = `"${key}" must be true or false, but it is ${typeName(value)}.`;
    report.error('field_type', pointer, message, 'Write true or false without quotes.', value);
  },
};

/** Any JSON object. */
export const anyObject = (schema: JsonObject): FieldType<JsonObject> => ({
  schema: { type: 'object', ...schema },
  read: (value) => (isObject(value) ? value : null),
});
