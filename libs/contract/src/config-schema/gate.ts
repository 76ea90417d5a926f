import type { Issue, IssueLevel } from '../issue.js';
import { describe, typeName } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/types.js';
import { keywordProblem } from './keyword-values.js';
import { DIALECTS, KEYWORDS, REFUSED_KEYWORDS } from './keywords.js';
import { isSchema, resolveReference, type Schema } from './reference.js';
import { validateConfig } from './validate.js';

/** Bounds on a config schema; all inclusive. */
export const CONFIG_SCHEMA_LIMITS = Object.freeze({
  maxBytes: 64 * 1024,
  maxDepth: 8,
  /** Fields of one object; `maxExpanded` bounds the whole. */
  maxProperties: 200,
  maxEnum: 500,
  /** Schemas after every reference is expanded. */
  maxExpanded: 500,
});

const RANGES: readonly (readonly [string, string])[] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

class Gate {
  readonly issues: Issue[] = [];
  private expanded = 0;
  private stopped = false;

  constructor(private readonly root: JsonObject) {}

  add(level: IssueLevel, code: string, pointer: string, message: string, fix: string): void {
    this.issues.push({ code, level, pointer, message, fix, clause: 'Manifest shape B: config_schema' });
  }

  visit(schema: Schema, pointer: string, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (depth > CONFIG_SCHEMA_LIMITS.maxDepth) {
      this.add(
        'error',
        'config_schema_too_deep',
        pointer,
        `Schemas are nested deeper than ${CONFIG_SCHEMA_LIMITS.maxDepth} levels.`,
        'Make the form flatter.',
      );
      return;
    }
    for (const key of Object.keys(schema)) this.keyword(schema, key, pointer, depth);
    for (const [low, high] of RANGES) {
      const [min, max] = [schema[low], schema[high]];
      if (typeof min === 'number' && typeof max === 'number' && min > max) {
        this.add(
          'error',
          'config_schema_range',
          childPointer(pointer, low),
          `"${low}" is greater than "${high}": nothing fits.`,
          'Swap or correct them.',
        );
      }
    }
  }

  private keyword(schema: JsonObject, key: string, pointer: string, depth: number): void {
    const at = childPointer(pointer, key);
    const value = schema[key];
    if (REFUSED_KEYWORDS.has(key)) {
      this.add(
        'error',
        'config_schema_keyword',
        at,
        `The keyword "${key}" is not supported.`,
        'Write the schema without it.',
      );
      return;
    }
    const kind = Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
    if (kind === undefined) {
      if (!key.startsWith('x-')) {
        this.add(
          'warning',
          'config_schema_keyword_unknown',
          at,
          `The keyword "${key.slice(0, 80)}" is not known and has no effect.`,
          'Remove it, or name it x-... if it is your own.',
        );
      }
      return;
    }
    const problem = keywordProblem(kind, value);
    if (problem) {
      this.add('error', problem.code, at, `"${key}" ${problem.message}`, problem.fix);
      return;
    }
    this.special(key, value, at);
    this.children(kind, key, value, at, depth);
  }

  private special(key: string, value: unknown, at: string): void {
    if (key === '$ref') this.reference(value as string, at);
    if (key === '$schema' && !DIALECTS.has((value as string).replace(/#$/, ''))) {
      this.add(
        'warning',
        'config_schema_dialect',
        at,
        'This dialect is not known; the schema is read as draft 2020-12.',
        'Name https://json-schema.org/draft/2020-12/schema.',
      );
    }
    if (key === 'enum') {
      const count = (value as unknown[]).length;
      if (count === 0)
        this.add('error', 'config_schema_enum', at, '"enum" is empty: nothing fits.', 'List at least one value.');
      if (count > CONFIG_SCHEMA_LIMITS.maxEnum) {
        this.add(
          'error',
          'config_schema_enum',
          at,
          `"enum" has more than ${CONFIG_SCHEMA_LIMITS.maxEnum} values.`,
          'Use a free text field.',
        );
      }
    }
    if (key === 'properties' && Object.keys(value as JsonObject).length > CONFIG_SCHEMA_LIMITS.maxProperties) {
      this.add(
        'error',
        'config_schema_too_many',
        at,
        `One object has more than ${CONFIG_SCHEMA_LIMITS.maxProperties} fields.`,
        'Ask for less, or group fields in objects.',
      );
    }
  }

  private reference(ref: string, at: string): void {
    if (!ref.startsWith('#')) {
      this.add(
        'error',
        'config_schema_ref_remote',
        at,
        '"$ref" must point into this schema; nothing is fetched.',
        'Copy the referenced schema under "$defs".',
      );
    } else if (resolveReference(this.root, ref) === undefined) {
      this.add(
        'error',
        'config_schema_ref_lost',
        at,
        `"$ref" leads nowhere: ${describe(ref)}.`,
        'Point to an existing schema, for example "#/$defs/name".',
      );
    }
  }

  private children(kind: string, key: string, value: unknown, at: string, depth: number): void {
    if (kind === 'schema' && isSchema(value)) this.visit(value, at, depth + 1);
    if (kind === 'schemas')
      for (const [i, one] of (value as Schema[]).entries()) this.visit(one, childPointer(at, i), depth + 1);
    if (kind === 'schema-map') {
      for (const [name, one] of Object.entries(value as Record<string, Schema>)) {
        if (key === 'patternProperties') {
          const problem = keywordProblem('pattern', name);
          if (problem)
            this.add(
              'error',
              problem.code,
              childPointer(at, name),
              `The property pattern ${problem.message}`,
              problem.fix,
            );
        }
        this.visit(one, childPointer(at, name), depth + 1);
      }
    }
  }

  /** Expands references along every path, bounded: finds recursion and doubling. */
  expand(value: unknown, open: readonly string[]): void {
    if (this.stopped || typeof value !== 'object' || value === null) return;
    if (isObject(value) && ++this.expanded > CONFIG_SCHEMA_LIMITS.maxExpanded) {
      this.stopped = true;
      this.add(
        'error',
        'config_schema_too_large',
        '',
        `With every "$ref" expanded the schema has more than ${CONFIG_SCHEMA_LIMITS.maxExpanded} parts.`,
        'Use fewer references.',
      );
      return;
    }
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref === 'string') {
      if (open.includes(ref)) {
        this.stopped = true;
        this.add(
          'error',
          'config_schema_ref_recursive',
          '',
          `"$ref" ${describe(ref)} leads back to itself.`,
          'Write the schema without recursion.',
        );
        return;
      }
      const target = resolveReference(this.root, ref);
      if (target !== undefined) this.expand(target, [...open, ref]);
    }
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'enum' && key !== 'const' && key !== 'default' && key !== 'examples') this.expand(child, open);
    }
  }

  defaults(schema: Schema, pointer: string): void {
    if (typeof schema === 'boolean') return;
    if (schema.default !== undefined) {
      for (const issue of validateConfig(schema, schema.default, this.root)) {
        this.add(
          'error',
          'config_schema_default',
          childPointer(pointer, 'default'),
          `The default does not fit its own schema: ${issue.message}`,
          'Correct the default or the schema.',
        );
      }
    }
    for (const key of Object.keys(schema)) {
      const kind = KEYWORDS[key];
      if (kind !== 'schema' && kind !== 'schemas' && kind !== 'schema-map') continue;
      const value = schema[key];
      const at = childPointer(pointer, key);
      if (kind === 'schema' && isSchema(value)) this.defaults(value, at);
      if (kind === 'schemas') (value as Schema[]).forEach((one, i) => this.defaults(one, childPointer(at, i)));
      if (kind === 'schema-map')
        for (const [name, one] of Object.entries(value as JsonObject))
          this.defaults(one as Schema, childPointer(at, name));
    }
  }
}

/**
 * Judges a `config_schema` (contract: config_schema, Limits) before anything uses it: an object schema of known
 * keywords, within `CONFIG_SCHEMA_LIMITS`, local and non-recursive references, patterns that RE2 can run, defaults that
 * fit. All issues at once, pointers relative to the schema. Never throws.
 */
export function checkConfigSchema(schema: unknown): Issue[] {
  const gate = new Gate(isObject(schema) ? schema : {});
  if (!isObject(schema)) {
    gate.add(
      'error',
      'config_schema_not_object',
      '',
      `"config_schema" must be a JSON Schema object, but it is ${typeName(schema)}.`,
      'Write { "type": "object", "properties": { ... } }.',
    );
    return gate.issues;
  }
  if (Buffer.byteLength(JSON.stringify(schema)) > CONFIG_SCHEMA_LIMITS.maxBytes) {
    gate.add(
      'error',
      'config_schema_too_large',
      '',
      `The schema is larger than ${CONFIG_SCHEMA_LIMITS.maxBytes} bytes.`,
      'Ask for less.',
    );
    return gate.issues;
  }
  if (schema.type !== 'object') {
    gate.add(
      'error',
      'config_schema_top_level',
      schema.type === undefined ? '' : '/type',
      `The top level must say "type": "object", but it says ${describe(schema.type)}.`,
      'Wrap the fields in an object schema.',
    );
  }
  gate.visit(schema, '', 1);
  gate.expand(schema, ['#']);
  // Defaults can only be tried on a schema that is sound.
  if (!gate.issues.some((issue) => issue.level === 'error')) gate.defaults(schema, '');
  return gate.issues;
}
