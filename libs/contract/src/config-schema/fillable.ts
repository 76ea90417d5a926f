import { describe } from '../json/describe.js';
import { pointerKeys } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import { Filler } from './fill.js';
import { KEYWORDS } from './keywords.js';
import { isSchema, resolveReference, type Schema } from './reference.js';
import { OutOfWork, ValidationWork } from './validate.js';

/** Maximum work per schema: far more than the largest real form needs, and still a fraction of a second. */
const FILL_WORK = 150_000;

/** A place in a schema because of which the form cannot be filled in. */
interface Obstacle {
  readonly code: string;
  /** Keys from the root of the schema. */
  readonly keys: readonly (string | number)[];
  readonly message: string;
  readonly fix: string;
}

type Keys = Obstacle['keys'];

/** Keywords whose subschemas are for values of their own, which the form shows. */
const DRAWN: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'additionalProperties', 'items']);
/** Keywords whose subschemas are conditions and not for input. */
const CONDITIONS: ReadonlySet<string> = new Set(['not', 'if', 'contains', 'propertyNames', 'prefixItems']);

/**
 * Reasons why the form of a sound schema cannot be filled in: required fields that cannot exist or are not shown,
 * choices and constants that contradict their schema, fields without a valid value. Empty when the form can be filled
 * in.
 */
export function obstacles(schema: JsonObject): Obstacle[] {
  const search = new Search(schema);
  try {
    search.visit(schema, [], true);
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    return [
      {
        code: 'config_schema_too_costly',
        keys: [],
        message: 'It takes too long to find values that fit this schema.',
        fix: 'Use fewer alternatives, or give defaults.',
      },
    ];
  }
  // Schemas with several references are visited several times.
  return [...new Map(search.found.map((one) => [JSON.stringify([one.code, ...one.keys]), one])).values()];
}

/**
 * A value that can be entered into the form of a schema that passed `checkConfigSchema`; undefined when there is none.
 */
export function configExample(schema: JsonObject): JsonObject | undefined {
  return new Filler(schema, new ValidationWork(FILL_WORK)).values(schema).find(isObject);
}

class Search {
  readonly found: Obstacle[] = [];
  private readonly work = new ValidationWork(FILL_WORK);
  private readonly filler: Filler;

  constructor(private readonly root: JsonObject) {
    this.filler = new Filler(root, this.work);
  }

  /** @param drawn whether the schema is for a value of its own; otherwise it is part of a surrounding schema. */
  visit(schema: Schema, keys: Keys, drawn: boolean): void {
    if (typeof schema === 'boolean') return;
    const before = this.found.length;
    for (const [key, value] of Object.entries(schema)) {
      const kind = KEYWORDS.get(key);
      if (CONDITIONS.has(key) || kind === undefined) continue;
      if (kind === 'schema') this.visit(value as Schema, [...keys, key], DRAWN.has(key));
      else if (kind === 'schemas' || kind === 'schema-map')
        for (const [name, one] of Object.entries(value as Record<string, Schema>))
          this.visit(one, [...keys, key, kind === 'schemas' ? Number(name) : name], DRAWN.has(key));
    }
    this.choices(schema, keys);
    if (!drawn) return;
    this.required(schema, keys);
    // An error inside is the reason why the whole has no value.
    if (this.found.length > before || !this.filler.isDrawn(schema)) return;
    if (this.filler.values(schema).length > 0) return;
    this.found.push({
      code: 'config_schema_unfillable',
      keys,
      message: `No value was found that fits here. ${this.filler.reason(schema)}`.trim(),
      fix: 'Correct what contradicts, or give a value that fits as "default" or in "examples".',
    });
  }

  private choices(schema: JsonObject, keys: Keys): void {
    const { enum: values, ...rest } = schema;
    if (Array.isArray(values)) {
      for (const [i, value] of values.entries()) {
        const message = this.filler.misfit(rest, value);
        if (message !== undefined)
          this.found.push({
            code: 'config_schema_enum',
            keys: [...keys, 'enum', i],
            message: `The choice ${describe(value)} does not fit its own schema: ${lower(message)}`,
            fix: 'Remove the choice, or correct the schema.',
          });
      }
    } else if (schema.const !== undefined) {
      const message = this.filler.misfit(schema, schema.const);
      if (message !== undefined)
        this.found.push({
          code: 'config_schema_const',
          keys: [...keys, 'const'],
          message: `The constant ${describe(schema.const)} does not fit its own schema: ${lower(message)}`,
          fix: 'Correct the constant or the schema.',
        });
    }
  }

  /** Fields that must be filled in: they exist, and the form shows them. */
  private required(schema: JsonObject, keys: Keys): void {
    const parts = this.filler.parts(schema);
    for (const { part, at } of this.demands(schema, keys)) {
      const lists: [Keys, unknown][] = [[[...at, 'required'], part.required]];
      if (isObject(part.dependentRequired))
        for (const [name, list] of Object.entries(part.dependentRequired))
          lists.push([[...at, 'dependentRequired', name], list]);
      for (const [where, list] of lists)
        for (const [i, name] of (Array.isArray(list) ? (list as string[]) : []).entries())
          this.field(parts, name, [...where, i]);
    }
  }

  private field(parts: readonly JsonObject[], name: string, where: Keys): void {
    const own = parts.flatMap(({ properties }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as Schema] : [],
    );
    if (own.length === 0) {
      if (this.canBeAdded(parts, name)) return;
      this.found.push({
        code: 'config_schema_required',
        keys: where,
        message: `"${name.slice(0, 80)}" is required, but "properties" has no such field: no form can ask for it.`,
        fix: 'Add the field to "properties", or take it out of the list.',
      });
    } else if (own.every((one) => one === false)) {
      this.found.push({
        code: 'config_schema_required',
        keys: where,
        message: `"${name.slice(0, 80)}" is required, but its schema is false: it may never be there.`,
        fix: 'Give the field a schema, or take it out of the list.',
      });
    } else if (!this.filler.isDrawn({ allOf: own.filter((one) => one !== false) })) {
      this.found.push({
        code: 'config_schema_not_drawn',
        keys: where,
        message: `"${name.slice(0, 80)}" is required, but the form cannot draw it: it has no type, is a list without "items", or is read-only without a value.`,
        fix: 'Give the field a "type" (and a list "items"), or a "default".',
      });
    }
  }

  /** The form offers additional fields only if the schema defines them. */
  private canBeAdded(parts: readonly JsonObject[], name: string): boolean {
    if (parts.some((part) => part.additionalProperties === false)) return false;
    return parts.some(
      ({ additionalProperties, patternProperties }) =>
        additionalProperties === true ||
        isObject(additionalProperties) ||
        (isObject(patternProperties) && Object.keys(patternProperties).some((one) => this.work.matches(one, name))),
    );
  }

  /** Schemas of the same value that can require something, with their places. */
  private demands(schema: Schema, at: Keys): { readonly part: JsonObject; readonly at: Keys }[] {
    if (typeof schema === 'boolean') return [];
    const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      Array.isArray(schema[key])
        ? (schema[key] as Schema[]).flatMap((one, i) => this.demands(one, [...at, key, i]))
        : [],
    );
    const branches = ['then', 'else'].flatMap((key) =>
      isSchema(schema[key]) ? this.demands(schema[key], [...at, key]) : [],
    );
    return [{ part: schema, at }, ...inner, ...branches, ...this.referred(schema)];
  }

  private referred(schema: JsonObject): { readonly part: JsonObject; readonly at: Keys }[] {
    if (typeof schema.$ref !== 'string') return [];
    const target = resolveReference(this.root, schema.$ref);
    return target === undefined ? [] : this.demands(target, pointerKeys(decodeURIComponent(schema.$ref.slice(1))));
  }
}

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
