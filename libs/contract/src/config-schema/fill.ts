import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { formatOf } from './formats.js';
import { compilePattern, patternSize, type SafePattern } from './pattern.js';
import { textFor } from './pattern-text.js';
import { isSchema, resolveReference, type Schema } from './reference.js';
import { OutOfWork, validateConfig, type ValidationWork } from './validate.js';

/** Schemas that must all be satisfied by the same value: one of the alternatives of a schema. */
type Parts = readonly JsonObject[];

/** Maximum number of alternatives, because they multiply. */
const MAX_WAYS = 24;
/** Maximum number of values per schema. */
const MAX_VALUES = 4;
/** Maximum length of generated lists and texts; nobody types longer ones. */
const MAX_ENTRIES = 200;
const MAX_TEXT = 20_000;
const LETTERS = ['a', 'b', 'c'];

const bound = (parts: Parts, key: string, choose: (...all: number[]) => number, none: number): number =>
  choose(none, ...parts.flatMap((part) => (typeof part[key] === 'number' ? part[key] : [])));
const highest = (parts: Parts, key: string, none = 0): number => bound(parts, key, Math.max, none);
const lowest = (parts: Parts, key: string): number => bound(parts, key, Math.min, Infinity);
const schemas = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isSchema) : []);
const members = (value: unknown): [string, Schema][] =>
  isObject(value) ? (Object.entries(value).filter(([, one]) => isSchema(one)) as [string, Schema][]) : [];
const names = (list: unknown): string[] => (Array.isArray(list) ? (list as string[]) : []);

/** The type that the form shows: of several, the first that is not null. Undefined when there is none. */
function drawnType(parts: Parts): string | undefined {
  const said = parts.flatMap(({ type }) =>
    type === undefined ? [] : [(Array.isArray(type) ? type : [type]) as string[]],
  );
  if (said.length === 0)
    return parts.some((part) => part.properties ?? part.additionalProperties ?? part.patternProperties)
      ? 'object'
      : undefined;
  const allows = (types: string[], one: string): boolean =>
    types.includes(one) || (one === 'integer' && types.includes('number'));
  const common = [...new Set(said.flat())].filter((one) => said.every((types) => allows(types, one)));
  const types = common.length > 0 ? common : said[0]!;
  return types.length === 2 ? types.find((one) => one !== 'null') : types[0];
}

/**
 * Finds values for a sound schema as a person could enter them into its form: listed values where the schema has them,
 * otherwise generated from type and bounds. Every returned value was checked by `validateConfig`.
 */
export class Filler {
  private readonly known = new Map<JsonObject, readonly JsonValue[]>();
  private readonly patterns = new Map<string, SafePattern | null>();

  constructor(
    private readonly root: JsonObject,
    private readonly work: ValidationWork,
  ) {}

  /** Some valid values; empty when none was found. */
  values(schema: Schema): readonly JsonValue[] {
    if (schema === true) return ['a', 'b', 'c', 'd'];
    if (schema === false) return [];
    const known = this.known.get(schema);
    if (known) return known;
    const found: JsonValue[] = [];
    for (const candidate of this.candidates(schema)) {
      if (found.length === MAX_VALUES) break;
      if (this.misfit(schema, candidate) === undefined) found.push(candidate);
    }
    this.known.set(schema, found);
    return found;
  }

  /** Why a schema has no value, from the refusal of a candidate; empty when there was no candidate. */
  reason(schema: JsonObject): string {
    for (const candidate of this.candidates(schema)) {
      const message = this.misfit(schema, candidate);
      if (message !== undefined) return message;
    }
    return '';
  }

  /** True when the form has a control for the value, or the value is already there. */
  isDrawn(schema: Schema): boolean {
    if (typeof schema === 'boolean') return schema;
    return this.ways(schema).some((parts) => {
      if (parts.some((part) => part.default !== undefined || part.const !== undefined)) return true;
      if (parts.some((part) => part.readOnly === true)) return false;
      if (parts.some((part) => part.enum !== undefined)) return true;
      const type = drawnType(parts);
      return type !== undefined && (type !== 'array' || parts.some((part) => part.items !== undefined));
    });
  }

  /** Every schema that applies to the same value, including `if`, `then` and `else`. */
  parts(schema: Schema): JsonObject[] {
    if (typeof schema === 'boolean') return [];
    const target = typeof schema.$ref === 'string' ? resolveReference(this.root, schema.$ref) : undefined;
    const inner = [target, ...schemas(schema.allOf), ...schemas(schema.anyOf), ...schemas(schema.oneOf)];
    for (const key of ['if', 'then', 'else']) inner.push(schema[key] as Schema | undefined);
    return [schema, ...inner.flatMap((one) => (one === undefined ? [] : this.parts(one)))];
  }

  /** The problem with a value, as a sentence; undefined when it is valid. */
  misfit(schema: JsonObject, value: JsonValue): string | undefined {
    const issue = validateConfig(schema, value, this.root, this.work)[0];
    if (issue?.code === 'config_too_costly') throw new OutOfWork();
    return issue?.message;
  }

  /** The alternatives of a schema: one option of each choice, plus everything that always applies. */
  private ways(schema: Schema): Parts[] {
    this.work.spend(1);
    if (typeof schema === 'boolean') return schema ? [[]] : [];
    let found: Parts[] = [[schema]];
    const and = (others: Parts[]): void => {
      found = found.flatMap((left) => others.map((right) => [...left, ...right])).slice(0, MAX_WAYS);
    };
    const target = typeof schema.$ref === 'string' ? resolveReference(this.root, schema.$ref) : undefined;
    if (target !== undefined) and(this.ways(target));
    for (const one of schemas(schema.allOf)) and(this.ways(one));
    for (const choice of [schema.anyOf, schema.oneOf])
      if (choice !== undefined) and(schemas(choice).flatMap((one) => this.ways(one)));
    if (isSchema(schema.if)) {
      const yes = isSchema(schema.then) ? schema.then : true;
      const no = isSchema(schema.else) ? schema.else : true;
      and([...this.ways(no), ...this.ways({ allOf: [schema.if as JsonObject, yes as JsonObject] })]);
    }
    return found;
  }

  /** @param variety number of different texts and numbers, where the schema leaves a choice. */
  private *candidates(schema: JsonObject, variety = MAX_VALUES): Generator<JsonValue> {
    for (const parts of this.ways(schema)) yield* this.ofParts(parts, variety);
  }

  private *ofParts(parts: Parts, variety: number): Generator<JsonValue> {
    for (const part of parts) {
      if (part.const !== undefined) return yield part.const;
      if (Array.isArray(part.enum)) return yield* part.enum;
    }
    for (const part of parts) {
      if (part.default !== undefined) yield part.default;
      if (Array.isArray(part.examples)) yield* part.examples;
    }
    switch (drawnType(parts)) {
      case 'string':
        return yield* this.texts(parts, variety);
      case 'integer':
        return yield* numbers(parts, true, variety);
      case 'number':
        return yield* numbers(parts, false, variety);
      case 'boolean':
        return yield* [true, false];
      case 'null':
        return yield null;
      case 'array':
        return yield* this.lists(parts);
      case 'object':
        return yield* this.objects(parts);
      default:
    }
  }

  /** Never empty: the form treats an emptied field as absent. */
  private *texts(parts: Parts, variety: number): Generator<string> {
    const min = Math.max(1, highest(parts, 'minLength'));
    const max = lowest(parts, 'maxLength');
    if (min > MAX_TEXT) return;
    this.work.spend(min >> 6);
    for (const { format } of parts) if (typeof format === 'string') yield* formatOf(format)?.examples(min) ?? [];
    for (const { pattern } of parts) {
      if (typeof pattern !== 'string') continue;
      for (let pick = 0; pick < variety; pick += 1) {
        const text = this.matching(pattern, min, max, pick);
        if (text !== undefined) yield text;
      }
    }
    for (let i = 0; i < variety; i += 1) yield (LETTERS[i] ?? String(i)).padStart(min, LETTERS[i] ?? '0');
  }

  private matching(pattern: string, min: number, max: number, pick: number): string | undefined {
    let compiled = this.patterns.get(pattern);
    if (compiled === undefined) {
      this.work.spend(patternSize(pattern));
      compiled = compilePattern(pattern);
      this.patterns.set(pattern, compiled);
    }
    const spend = (steps: number): void => this.work.spend(steps / 10);
    return compiled ? textFor(compiled, { min, max, pick, spend }) : undefined;
  }

  private *lists(parts: Parts): Generator<JsonValue[]> {
    const min = highest(parts, 'minItems');
    if (min > MAX_ENTRIES) return;
    const items = parts.flatMap((part) => (isSchema(part.items) ? [part.items] : []));
    const contained = parts.flatMap(({ contains }) => (isSchema(contains) ? [{ allOf: [contains, ...items] }] : []));
    const wanted = contained.flatMap((one) => this.values(one as JsonObject).slice(0, 1));
    if (items.length === 0) {
      if (min === 0) yield [];
      return;
    }
    const item = items.length === 1 ? items[0]! : ({ allOf: items } as JsonObject);
    const unique = parts.some((part) => part.uniqueItems === true);
    const pool = unique ? this.distinct(item, min) : this.values(item);
    const rest = Math.max(0, min - wanted.length);
    if (pool.length === 0 && rest > 0) return;
    for (let from = 0; from < Math.max(1, Math.min(pool.length, MAX_VALUES)); from += 1)
      yield [...wanted, ...Array.from({ length: rest }, (_, i) => pool[(from + i) % pool.length]!)];
    if (pool.length > 0) yield [...wanted, ...pool.slice(0, Math.max(1, rest))];
  }

  /** Up to `count` different values of one schema, which may be more than the usual maximum. */
  private distinct(schema: Schema, count: number): JsonValue[] {
    const found = new Map<string, JsonValue>();
    const add = (value: JsonValue): unknown => found.set(JSON.stringify(value), value);
    this.values(schema).forEach(add);
    if (typeof schema === 'boolean') return [...found.values()];
    for (const candidate of this.candidates(schema, count)) {
      if (found.size >= count) break;
      if (this.misfit(schema, candidate) === undefined) add(candidate);
    }
    return [...found.values()];
  }

  private *objects(parts: Parts): Generator<JsonObject> {
    const required = new Set(parts.flatMap((part) => names(part.required)));
    const known = new Set(parts.flatMap((part) => Object.keys(isObject(part.properties) ? part.properties : {})));
    const preset = [...known].filter((name) =>
      this.ofName(parts, name).some((one) => this.parts(one).some((part) => part.default !== undefined)),
    );
    const least = this.withDependents(parts, new Set([...required, ...preset]));
    const most = lowest(parts, 'maxProperties');
    const min = highest(parts, 'minProperties');
    if (min > MAX_ENTRIES) return;
    for (const index of [0, 1]) {
      for (const start of [least, this.withDependents(parts, required), new Set([...least, ...known])]) {
        const value: JsonObject = {};
        for (const name of start) this.enter(value, parts, name, index);
        for (const name of known) if (Object.keys(value).length < min) this.enter(value, parts, name, index);
        for (const name of this.newNames(parts, min - Object.keys(value).length))
          if (Object.keys(value).length < min) this.enter(value, parts, name, index);
        for (const name of Object.keys(value).reverse())
          if (Object.keys(value).length > most && !required.has(name)) delete value[name];
        yield value;
      }
    }
  }

  private enter(value: JsonObject, parts: Parts, name: string, index: number): void {
    const own = this.ofName(parts, name);
    const values = this.values(own.length === 1 ? own[0]! : ({ allOf: own } as JsonObject));
    const chosen = values[index] ?? values[0];
    if (chosen !== undefined)
      Object.defineProperty(value, name, { value: chosen, enumerable: true, configurable: true });
  }

  /** The schemas that apply to a field of an object. */
  private ofName(parts: Parts, name: string): Schema[] {
    return parts.flatMap((part) => {
      const own = members(part.properties).filter(([key]) => key === name);
      const matching = members(part.patternProperties).filter(([key]) => this.work.matches(key, name));
      const found = [...own, ...matching].map(([, schema]) => schema);
      return found.length === 0 && isSchema(part.additionalProperties) ? [part.additionalProperties] : found;
    });
  }

  private withDependents(parts: Parts, start: ReadonlySet<string>): Set<string> {
    const all = new Set(start);
    // Items added to a set during iteration are visited too.
    for (const name of all)
      for (const { dependentRequired } of parts)
        if (isObject(dependentRequired)) for (const other of names(dependentRequired[name])) all.add(other);
    return all;
  }

  /** Names for fields that the schema does not name. */
  private newNames(parts: Parts, count: number): string[] {
    if (count <= 0) return [];
    const numbered = Array.from({ length: count }, (_, i) => `key${i + 1}`);
    const patterns = parts.flatMap((part) => members(part.patternProperties).map(([pattern]) => pattern));
    const matching = patterns.flatMap((pattern) =>
      Array.from({ length: Math.min(count, 26) }, (_, i) => this.matching(pattern, 1, 80, i) ?? []).flat(),
    );
    const named = parts.flatMap(({ propertyNames }) => (isObject(propertyNames) ? [propertyNames] : []));
    const allowed = named.flatMap((one) => this.distinct({ type: 'string', allOf: [one] }, count) as string[]);
    const open = !parts.some((part) => part.additionalProperties === false);
    return [...matching, ...allowed, ...(open ? numbered : [])];
  }
}

function* numbers(parts: Parts, whole: boolean, variety: number): Generator<number> {
  const steps = parts.flatMap((part) => (typeof part.multipleOf === 'number' ? [part.multipleOf] : []));
  const low = Math.max(highest(parts, 'minimum', -Infinity), highest(parts, 'exclusiveMinimum', -Infinity));
  const high = Math.min(lowest(parts, 'maximum'), lowest(parts, 'exclusiveMaximum'));
  const inside = (value: number): boolean => Number.isFinite(value) && value >= low && value <= high;
  if (!whole && steps.length === 0) yield* [low / 2 + high / 2, low, high].filter(inside);
  const step = Math.max(whole || steps.length === 0 ? 1 : 0, ...steps);
  const up = Number.isFinite(low) || !Number.isFinite(high);
  const first = Number.isFinite(low) ? Math.ceil(low / step) : up ? 0 : Math.floor(high / step);
  // Bounds may exclude the first ones, and several steps may have few common multiples.
  for (let i = 0; i < variety + 10; i += 1) {
    const value = Number(((up ? first + i : first - i) * step).toPrecision(15));
    if (inside(value)) yield value;
  }
  if (!whole && steps.length === 0) yield 0.5;
}
