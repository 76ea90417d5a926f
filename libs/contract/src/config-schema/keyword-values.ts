import { describe } from '../json/describe.js';
import { isObject } from '../json/types.js';
import { TYPES, type KeywordKind } from './keywords.js';
import { compilePattern, MAX_PATTERN_LENGTH } from './pattern.js';
import { isSchema } from './reference.js';

/** An error in a keyword's value; `message` completes a sentence that starts with the keyword. */
export interface KeywordProblem {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** True for a name of a type. */
const isType = (value: unknown): boolean => typeof value === 'string' && TYPES.includes(value);
const isSchemaMap = (value: unknown): boolean => everyMember(value, isSchema);
const isNamesMap = (value: unknown): boolean => everyMember(value, isNames);

function everyMember(value: unknown, test: (member: unknown) => boolean): boolean {
  if (!isObject(value)) return false;
  for (const key in value) if (!test(value[key])) return false;
  return true;
}

function isNames(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return false;
  return value.length < 2 || new Set(value).size === value.length;
}

function isRight(kind: Exclude<KeywordKind, 'pattern'>, value: unknown): boolean {
  switch (kind) {
    case 'text':
    case 'reference':
      return typeof value === 'string';
    case 'any':
      return true;
    case 'count':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'type':
      return isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType) && isNames(value));
    case 'schema-map':
      return isSchemaMap(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'positive':
      return typeof value === 'number' && value > 0;
    case 'list':
      return Array.isArray(value);
    case 'names':
      return isNames(value);
    case 'schema':
      return isSchema(value);
    case 'schemas':
      return Array.isArray(value) && value.length > 0 && value.every(isSchema);
    case 'names-map':
      return isNamesMap(value);
  }
}

const RIGHT: Readonly<Record<Exclude<KeywordKind, 'pattern'>, string>> = {
  any: 'anything',
  text: 'a string',
  reference: 'a string',
  boolean: 'true or false',
  number: 'a number',
  positive: 'a number above 0',
  count: 'a whole number from 0',
  names: 'an array of distinct strings',
  list: 'an array',
  type: `one of ${TYPES.join(', ')}, or an array of them`,
  schema: 'a schema',
  schemas: 'an array of schemas, not empty',
  'schema-map': 'an object of schemas',
  'names-map': 'an object of arrays of strings',
};

/** Checks the value of one keyword; null when it is valid. */
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
  if (isRight(kind, value)) return null;
  return {
    code: 'config_schema_keyword_value',
    message: `must be ${RIGHT[kind]}, but it is ${describe(value)}.`,
    fix: 'Correct the value.',
  };
}
