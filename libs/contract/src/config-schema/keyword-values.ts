import { describe } from '../json/describe.js';
import { isObject } from '../json/types.js';
import { TYPES, type KeywordKind } from './keywords.js';
import { compilePattern, MAX_PATTERN_LENGTH } from './pattern.js';
import { isSchema } from './reference.js';

/** What is wrong with a keyword's value; `message` continues a sentence that begins with the keyword. */
export interface KeywordProblem {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length;
const isType = (value: unknown): boolean => typeof value === 'string' && TYPES.includes(value);

const RIGHT: Readonly<Record<Exclude<KeywordKind, 'pattern'>, { test: (value: unknown) => boolean; is: string }>> = {
  any: { test: () => true, is: 'anything' },
  text: { test: (v) => typeof v === 'string', is: 'a string' },
  reference: { test: (v) => typeof v === 'string', is: 'a string' },
  boolean: { test: (v) => typeof v === 'boolean', is: 'true or false' },
  number: { test: (v) => typeof v === 'number', is: 'a number' },
  positive: { test: (v) => typeof v === 'number' && v > 0, is: 'a number above 0' },
  count: { test: (v) => Number.isInteger(v) && (v as number) >= 0, is: 'a whole number from 0' },
  names: { test: isNames, is: 'an array of distinct strings' },
  list: { test: Array.isArray, is: 'an array' },
  type: {
    test: (v) => isType(v) || (Array.isArray(v) && v.length > 0 && v.every(isType) && isNames(v)),
    is: `one of ${TYPES.join(', ')}, or an array of them`,
  },
  schema: { test: isSchema, is: 'a schema' },
  schemas: { test: (v) => Array.isArray(v) && v.length > 0 && v.every(isSchema), is: 'an array of schemas, not empty' },
  'schema-map': { test: (v) => isObject(v) && Object.values(v).every(isSchema), is: 'an object of schemas' },
  'names-map': { test: (v) => isObject(v) && Object.values(v).every(isNames), is: 'an object of arrays of strings' },
};

/** Judges the value of one keyword; null when it is right. */
export function keywordProblem(kind: KeywordKind, value: unknown): KeywordProblem | null {
  if (kind === 'pattern') {
    if (typeof value !== 'string') {
      return {
        code: 'config_schema_keyword_value',
        message: `must be a string, but it is ${describe(value)}.`,
        fix: 'Write a regular expression.',
      };
    }
    if (compilePattern(value)) return null;
    const long = value.length > MAX_PATTERN_LENGTH;
    const message = long
      ? `is longer than ${MAX_PATTERN_LENGTH} characters.`
      : 'is not a regular expression that RE2 can run.';
    return {
      code: 'config_schema_pattern',
      message,
      fix: 'Write it without look-ahead, look-behind and back-references.',
    };
  }
  const right = RIGHT[kind];
  if (right.test(value)) return null;
  return {
    code: 'config_schema_keyword_value',
    message: `must be ${right.is}, but it is ${describe(value)}.`,
    fix: 'Correct the value.',
  };
}
