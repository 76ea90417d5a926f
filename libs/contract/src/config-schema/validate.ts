import type { Issue } from '../issue.js';
import { canonicalJson } from '../json/canonical.js';
import { describe } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { sameJson } from '../json/same.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { formatOf } from './formats.js';
import { compilePattern, patternSize, type SafePattern } from './pattern.js';
import { isSchema, resolveReference, type Schema } from './reference.js';

const CLAUSE = 'Manifest shape B: config_schema';
const MAX_DEPTH = 64;
const MAX_ISSUES = 200;

const hasType = (value: unknown, type: unknown): boolean => {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
};
const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
/** Names of types for people. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  null: 'empty',
};
const typeWords = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((one) => TYPE_WORDS[String(one)] ?? String(one)).join(' or ');
/** Options as people write them: texts without quotes. */
const choices = (values: readonly unknown[]): string => {
  const shown = values.slice(0, 10).map((one) => (typeof one === 'string' ? one.slice(0, 80) : describe(one)));
  return shown.join(', ') + (values.length > shown.length ? ', ...' : '');
};
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Keywords that apply other schemas to the same value. */
const COMBINING: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if']);

/** Thrown when the work limit is reached; never leaves this folder. */
export class OutOfWork extends Error {}

/**
 * Work limit of one or several validations together. One unit is one value checked against one schema; long lists, long
 * texts and patterns cost more. Without it, alternatives times entries could block the process for minutes.
 */
export class ValidationWork {
  private patterns: Map<string, { readonly compiled: SafePattern | null; readonly size: number }> | undefined;

  constructor(private left: number) {}

  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new OutOfWork();
  }

  /** Whether a text matches a pattern. */
  matches(pattern: string, text: string): boolean {
    this.patterns ??= new Map();
    let known = this.patterns.get(pattern);
    if (known === undefined) {
      known = { compiled: compilePattern(pattern), size: patternSize(pattern) };
      this.patterns.set(pattern, known);
    }
    this.spend(6 + (text.length * (100 + known.size)) / 800);
    return known.compiled?.test(text) === true;
  }
}

/** Patterns are unreadable for most people, so the author's example is shown. */
function wrongForm(schema: JsonObject): string {
  const example: unknown = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  if (typeof example === 'string' && example !== '') return `Must look like this example: ${example.slice(0, 80)}`;
  return `Must have the form ${String(schema.pattern)}`;
}

/** Maximum work for a submitted form: far more than a person fills in. */
const FORM_WORK = 50_000;

class Validation {
  readonly issues: Issue[] = [];

  constructor(
    private readonly root: JsonObject,
    private readonly work: ValidationWork,
  ) {}

  private add(code: string, pointer: string, message: string, fix: string): void {
    if (this.issues.length >= MAX_ISSUES) return;
    this.issues.push({ code, level: 'error', pointer, message, fix, clause: CLAUSE });
  }

  private fits(schema: Schema, value: unknown, pointer: string, depth: number): boolean {
    const trial = new Validation(this.root, this.work);
    trial.check(schema, value, pointer, depth);
    return trial.issues.length === 0;
  }

  check(schema: Schema, value: unknown, pointer: string, depth: number): void {
    if (depth > MAX_DEPTH)
      return this.add('config_too_deep', pointer, 'This is nested too deeply.', 'Use less nesting.');
    this.work.spend(1);
    if (schema === true) return;
    if (schema === false) return this.add('config_not_allowed', pointer, 'This must be left out.', 'Remove it.');
    if (typeof schema.$ref === 'string') {
      const target = resolveReference(this.root, schema.$ref);
      if (target !== undefined) this.check(target, value, pointer, depth + 1);
    }
    const { type } = schema;
    if (type !== undefined && !(Array.isArray(type) ? type.some((one) => hasType(value, one)) : hasType(value, type))) {
      // Further messages would only repeat that the type is wrong.
      return this.add('config_type', pointer, `Must be ${typeWords(type)}.`, 'Enter a value of that type.');
    }
    if (Array.isArray(schema.enum))
      this.work.spend(typeof value === 'object' ? schema.enum.length : schema.enum.length >> 5);
    if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameJson(one, value))) {
      this.add('config_enum', pointer, `Must be one of: ${choices(schema.enum)}.`, 'Choose one of them.');
    }
    if (schema.const !== undefined && !sameJson(schema.const, value)) {
      this.add('config_const', pointer, `Must be ${choices([schema.const])}.`, 'Enter exactly that.');
    }
    if (typeof value === 'string') this.text(schema, value, pointer);
    else if (typeof value === 'number') this.number(schema, value, pointer);
    else if (Array.isArray(value)) this.array(schema, value, pointer, depth);
    else if (isObject(value)) this.object(schema, value, pointer, depth);
    for (const key in schema) {
      if (COMBINING.has(key)) return this.combined(schema, value, pointer, depth);
    }
  }

  private text(schema: JsonObject, value: string, pointer: string): void {
    const min = number(schema.minLength);
    const max = number(schema.maxLength);
    // A text has at most as many code points as code units, and at least half as many.
    const unsure = (max !== undefined && value.length > max) || (min !== undefined && value.length < 2 * min);
    if (unsure) this.work.spend(value.length >> 6);
    const length = unsure ? Array.from(value).length : value.length;
    if (min !== undefined && length < min)
      this.add('config_min_length', pointer, `Must have at least ${count(min, 'character')}.`, 'Enter more.');
    if (max !== undefined && length > max)
      this.add('config_max_length', pointer, `Must have at most ${count(max, 'character')}.`, 'Shorten it.');
    if (typeof schema.pattern === 'string' && !this.work.matches(schema.pattern, value)) {
      this.add('config_pattern', pointer, wrongForm(schema), 'Enter a value of that form.');
    }
    const format = typeof schema.format === 'string' ? formatOf(schema.format) : undefined;
    if (format && !format.fits(value)) {
      this.add('config_format', pointer, `Must be ${format.words}.`, 'Enter a value of that form.');
    }
  }

  private number(schema: JsonObject, value: number, pointer: string): void {
    const [min, max] = [number(schema.minimum), number(schema.maximum)];
    const [above, below] = [number(schema.exclusiveMinimum), number(schema.exclusiveMaximum)];
    const step = number(schema.multipleOf);
    // Above 2^53 the digits may differ from those that were written.
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      return this.add(
        'config_number_inexact',
        pointer,
        'This number has too many digits to be kept exactly: whole numbers go up to 9007199254740991.',
        'Enter a smaller number.',
      );
    if (min !== undefined && value < min)
      this.add('config_minimum', pointer, `Must be at least ${min}.`, 'Enter a larger number.');
    if (max !== undefined && value > max)
      this.add('config_maximum', pointer, `Must be at most ${max}.`, 'Enter a smaller number.');
    if (above !== undefined && value <= above)
      this.add('config_minimum', pointer, `Must be greater than ${above}.`, 'Enter a larger number.');
    if (below !== undefined && value >= below)
      this.add('config_maximum', pointer, `Must be less than ${below}.`, 'Enter a smaller number.');
    // For people 0.3 is a multiple of 0.1: compare with the nearest multiple instead of the binary remainder.
    if (step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-9) {
      this.add('config_multiple', pointer, `Must be a multiple of ${step}.`, 'Enter a multiple.');
    }
  }

  private array(schema: JsonObject, value: JsonValue[], pointer: string, depth: number): void {
    const [min, max] = [number(schema.minItems), number(schema.maxItems)];
    if (min !== undefined && value.length < min)
      this.add('config_min_items', pointer, `Must have at least ${count(min, 'entry', 'entries')}.`, 'Add entries.');
    if (max !== undefined && value.length > max)
      this.add('config_max_items', pointer, `Must have at most ${count(max, 'entry', 'entries')}.`, 'Remove entries.');
    this.work.spend(value.length >> 6);
    if (schema.uniqueItems === true) {
      const texts = value.map(canonicalJson);
      this.work.spend(texts.reduce((sum, text) => sum + text.length, 0) >> 4);
      if (new Set(texts).size < value.length)
        this.add('config_unique', pointer, 'Must not have the same entry twice.', 'Remove one.');
    }
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    for (const [i, item] of value.entries()) {
      const own = i < first.length ? first[i] : schema.items;
      if (isSchema(own)) this.check(own, item, childPointer(pointer, i), depth + 1);
    }
    const contains = schema.contains;
    if (isSchema(contains) && !value.some((item) => this.fits(contains, item, pointer, depth + 1))) {
      this.add('config_contains', pointer, 'Must have an entry of the required kind.', 'Add one.');
    }
  }

  private object(schema: JsonObject, value: JsonObject, pointer: string, depth: number): void {
    const keys = Object.keys(value);
    this.work.spend(keys.length >> 2);
    const need = (name: string): void => {
      this.work.spend(0.25);
      if (!Object.hasOwn(value, name))
        this.add('config_required', childPointer(pointer, name), 'This field is required.', 'Fill it in.');
    };
    const names = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
    names(schema.required).forEach(need);
    for (const [name, others] of Object.entries(isObject(schema.dependentRequired) ? schema.dependentRequired : {})) {
      this.work.spend(0.25);
      if (Object.hasOwn(value, name)) names(others).forEach(need);
    }
    const [min, max] = [number(schema.minProperties), number(schema.maxProperties)];
    if (min !== undefined && keys.length < min)
      this.add('config_min_properties', pointer, `Must have at least ${count(min, 'field')}.`, 'Fill in more.');
    if (max !== undefined && keys.length > max)
      this.add('config_max_properties', pointer, `Must have at most ${count(max, 'field')}.`, 'Remove some.');
    const properties = isObject(schema.properties) ? schema.properties : {};
    const patterns = Object.entries(isObject(schema.patternProperties) ? schema.patternProperties : {});
    for (const key of keys) {
      const at = childPointer(pointer, key);
      const schemas = patterns.filter(([pattern]) => this.work.matches(pattern, key)).map(([, one]) => one);
      if (Object.hasOwn(properties, key)) schemas.push(properties[key]!);
      if (isSchema(schema.propertyNames) && !this.fits(schema.propertyNames, key, at, depth + 1)) {
        this.add('config_property_name', at, `The name "${key.slice(0, 80)}" is not allowed.`, 'Rename it.');
      }
      if (schemas.length === 0 && isSchema(schema.additionalProperties)) {
        if (schema.additionalProperties === false)
          this.add('config_unknown', at, `There is no field "${key.slice(0, 80)}".`, 'Remove it.');
        else schemas.push(schema.additionalProperties);
      }
      for (const one of schemas) if (isSchema(one)) this.check(one, value[key], at, depth + 1);
    }
  }

  private combined(schema: JsonObject, value: unknown, pointer: string, depth: number): void {
    const schemas = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isSchema) : []);
    const matching = (list: unknown): number =>
      schemas(list).filter((one) => this.fits(one, value, pointer, depth + 1)).length;
    for (const one of schemas(schema.allOf)) this.check(one, value, pointer, depth + 1);
    if (schema.anyOf !== undefined && matching(schema.anyOf) === 0)
      this.add('config_any_of', pointer, 'Must fit one of the alternatives.', 'Enter a value that fits one.');
    if (schema.oneOf !== undefined && matching(schema.oneOf) !== 1)
      this.add(
        'config_one_of',
        pointer,
        'Must fit exactly one of the alternatives.',
        'Enter a value that fits one only.',
      );
    if (isSchema(schema.not) && this.fits(schema.not, value, pointer, depth + 1))
      this.add('config_not', pointer, 'This value is not allowed.', 'Enter another one.');
    if (isSchema(schema.if)) {
      const branch = this.fits(schema.if, value, pointer, depth + 1) ? schema.then : schema.else;
      if (isSchema(branch)) this.check(branch, value, pointer, depth + 1);
    }
  }
}

/**
 * Checks a value against a config schema that passed `checkConfigSchema`. Reports all issues at once (at most 200),
 * with pointers relative to the value. Lengths are in code points. A value that would take too long to check is refused
 * as `config_too_costly`.
 * @param root where local references start; default: the schema itself.
 * @param work work limit of the check; the rest of it is left for the next one.
 */
export function validateConfig(
  schema: JsonObject,
  value: unknown,
  root: JsonObject = schema,
  work = new ValidationWork(FORM_WORK),
): Issue[] {
  const validation = new Validation(root, work);
  try {
    validation.check(schema, value, '', 0);
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    const message = 'This takes too long to check.';
    return [{ code: 'config_too_costly', level: 'error', pointer: '', message, fix: 'Enter less.', clause: CLAUSE }];
  }
  return validation.issues;
}
