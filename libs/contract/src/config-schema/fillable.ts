import { describe } from '../json/describe.js';
import { pointerKeys } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import { Filler } from './fill.js';
import { KEYWORDS } from './keywords.js';
import { isSchema, resolveReference, type Schema } from './reference.js';
import { OutOfWork, ValidationWork } from './validate.js';

/** Work for one schema: far above what the largest honest form needs, and still a fraction of a second. */
const FILL_WORK = 150_000;

/** A place of a schema because of which no form can be filled. */
export interface Obstacle {
  readonly code: string;
  /** Keys from the schema's root. */
  readonly keys: readonly (string | number)[];
  readonly message: string;
  readonly fix: string;
}

type Keys = Obstacle['keys'];

/** Under these stand schemas of values of their own, which the form draws. */
const DRAWN: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'additionalProperties', 'items']);
/** Under these stand conditions, not what is entered. */
const CONDITIONS: ReadonlySet<string> = new Set(['not', 'if', 'contains', 'propertyNames', 'prefixItems']);

/**
 * Why nobody could fill in the form of a sound schema: required fields that cannot be there or are not drawn, choices
 * and constants that contradict their own schema, fields for which no value fits. Empty when the form can be filled.
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
  // What several references lead to is met several times.
  return [...new Map(search.found.map((one) => [JSON.stringify([one.code, ...one.keys]), one])).values()];
}

/** A value that somebody could enter into the form of a schema that passed `checkConfigSchema`; undefined without one. */
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

  /** @param drawn whether it stands for a value of its own; else it is a part of a schema around it. */
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
    // What is wrong inside is the reason why the whole has no value.
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

  /** Fields that somebody must fill in: they exist, and the form draws them. */
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

  /** The form offers a new field only where the schema says so itself. */
  private canBeAdded(parts: readonly JsonObject[], name: string): boolean {
    if (parts.some((part) => part.additionalProperties === false)) return false;
    return parts.some(
      ({ additionalProperties, patternProperties }) =>
        additionalProperties === true ||
        isObject(additionalProperties) ||
        (isObject(patternProperties) && Object.keys(patternProperties).some((one) => this.work.matches(one, name))),
    );
  }

  /** The schemas of the same value that can require something, with their places. */
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
