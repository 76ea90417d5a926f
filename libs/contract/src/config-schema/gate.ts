import type { Issue, IssueLevel } from '../issue.js';
import { describe, typeName } from '../json/describe.js';
import { childPointer } from '../json/pointer.js';
import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { FORMAT_NAMES, formatOf } from './formats.js';
import { keywordProblem, type KeywordProblem } from './keyword-values.js';
import { obstacles } from './fillable.js';
import { DIALECTS, KEYWORDS, REFUSED_KEYWORDS, type KeywordKind } from './keywords.js';
import { MAX_PATTERNS_SIZE, patternSize } from './pattern.js';
import { resolveReference, type Schema } from './reference.js';
import { validateConfig, ValidationWork } from './validate.js';

/** Limits of a config schema; all inclusive. */
export const CONFIG_SCHEMA_LIMITS = Object.freeze({
  maxBytes: 64 * 1024,
  maxDepth: 8,
  /** Maximum number of fields per object; `maxExpanded` limits the whole. */
  maxProperties: 200,
  maxEnum: 500,
  /** Maximum number of schemas after expanding every reference. */
  maxExpanded: 500,
});

/** Maximum work for all defaults of a schema: far more than forms need, and still milliseconds. */
const DEFAULTS_WORK = 10_000;

/** Maximum number of reported issues per level. */
const MAX_ISSUES = 200;
/** Maximum length of all reported pointers: a field's name may be as long as the schema allows. */
const MAX_POINTERS = 64 * 1024;

/** Lower bounds with the upper bounds that they must not exceed, or must be below if one of them is exclusive. */
const UPPER_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['minLength', ['maxLength']],
  ['minimum', ['maximum', 'exclusiveMaximum']],
  ['exclusiveMinimum', ['maximum', 'exclusiveMaximum']],
  ['minItems', ['maxItems']],
  ['minProperties', ['maxProperties']],
]);

/** Keywords whose content is values, not schemas. */
const HOLDS_VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

/** Location of a schema; pointers are only built for reports. */
interface Place {
  readonly parent: Place | null;
  readonly key: string | number;
}

function pointerTo(place: Place | null): string {
  return place === null ? '' : childPointer(pointerTo(place.parent), place.key);
}

const inside = (parent: Place | null, key: string | number): Place => ({ parent, key });

class Gate {
  readonly issues: Issue[] = [];
  private readonly withDefault: { readonly schema: JsonObject; readonly place: Place | null }[] = [];
  private pointers = 0;
  private readonly reported: Record<IssueLevel, number> = { error: 0, warning: 0, info: 0 };
  private readonly visited = new Set<Schema>();
  private readonly references: { readonly ref: string; readonly place: Place | null }[] = [];
  private patterns = 0;
  private expanded = 0;
  private stopped = false;

  constructor(private readonly root: JsonObject) {}

  add(level: IssueLevel, code: string, pointer: string, message: string, fix: string): void {
    const reported = ++this.reported[level];
    this.pointers += pointer.length;
    if (reported > MAX_ISSUES || (reported > 1 && this.pointers > MAX_POINTERS)) return;
    this.issues.push({ code, level, pointer, message, fix, clause: 'Manifest shape B: config_schema' });
  }

  visit(schema: Schema, place: Place | null, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (depth > CONFIG_SCHEMA_LIMITS.maxDepth) {
      this.add(
        'error',
        'config_schema_too_deep',
        pointerTo(place),
        `Schemas are nested deeper than ${CONFIG_SCHEMA_LIMITS.maxDepth} levels.`,
        'Make the form flatter.',
      );
      return;
    }
    this.visited.add(schema);
    for (const key in schema) {
      const kind = KEYWORDS.get(key);
      if (kind === undefined) this.unknown(key, place);
      else this.keyword(schema, key, kind, place, depth);
    }
  }

  private range(schema: JsonObject, low: string, high: string, place: Place | null): void {
    const min = schema[low];
    const max = schema[high];
    const exclusive = low.startsWith('exclusive') || high.startsWith('exclusive');
    if (typeof min !== 'number' || typeof max !== 'number' || min < max || (min === max && !exclusive)) return;
    this.add(
      'error',
      'config_schema_range',
      pointerTo(inside(place, low)),
      `"${low}" ${min > max ? 'is greater than' : 'leaves no room below'} "${high}": nothing fits.`,
      'Swap or correct them.',
    );
  }

  private unknown(key: string, place: Place | null): void {
    const at = pointerTo(inside(place, key));
    if (REFUSED_KEYWORDS.has(key)) {
      this.add(
        'error',
        'config_schema_keyword',
        at,
        `The keyword "${key}" is not supported.`,
        'Write the schema without it.',
      );
    } else if (!key.startsWith('x-')) {
      this.add(
        'warning',
        'config_schema_keyword_unknown',
        at,
        `The keyword "${key.slice(0, 80)}" is not known and has no effect.`,
        'Remove it, or name it x-... if it is your own.',
      );
    }
  }

  private keyword(schema: JsonObject, key: string, kind: KeywordKind, place: Place | null, depth: number): void {
    const value = schema[key];
    const problem = this.problem(kind, value);
    if (problem) {
      const at = pointerTo(inside(place, key));
      this.add('error', problem.code, at, `"${key}" ${problem.message}`, problem.fix);
      return;
    }
    switch (kind) {
      case 'text':
        if (key === '$schema') this.dialect(value as string, place);
        else if (key === 'format') this.format(value as string, place);
        return;
      case 'count':
      case 'number': {
        for (const high of UPPER_OF.get(key) ?? []) this.range(schema, key, high, place);
        return;
      }
      case 'any':
        if (key === 'default') this.withDefault.push({ schema, place });
        return;
      case 'reference':
        this.references.push({ ref: value as string, place });
        return;
      case 'list':
        return this.list(key, value as unknown[], place);
      case 'schema':
        return this.visit(value as Schema, inside(place, key), depth + 1);
      case 'schemas': {
        const here = inside(place, key);
        for (const [i, one] of (value as Schema[]).entries()) this.visit(one, inside(here, i), depth + 1);
        return;
      }
      case 'schema-map':
        return this.map(key, value as Record<string, Schema>, inside(place, key), depth);
      default:
    }
  }

  /** Checks a keyword's value. Patterns are compiled only while all of them together stay small. */
  private problem(kind: KeywordKind, value: unknown): KeywordProblem | null {
    if (kind === 'pattern' && typeof value === 'string') {
      this.patterns += patternSize(value);
      if (this.patterns > MAX_PATTERNS_SIZE) {
        return {
          code: 'config_schema_pattern',
          message: 'makes the patterns of this schema too large together: they repeat too often.',
          fix: 'Use "maxLength" instead of long repeats.',
        };
      }
    }
    return keywordProblem(kind, value);
  }

  private dialect(name: string, place: Place | null): void {
    if (DIALECTS.has(name.replace(/#$/, ''))) return;
    this.add(
      'warning',
      'config_schema_dialect',
      pointerTo(inside(place, '$schema')),
      'This dialect is not known; the schema is read as draft 2020-12.',
      'Name https://json-schema.org/draft/2020-12/schema.',
    );
  }

  private format(name: string, place: Place | null): void {
    if (formatOf(name) !== undefined) return;
    this.add(
      'warning',
      'config_schema_format_unknown',
      pointerTo(inside(place, 'format')),
      `The format ${describe(name)} is not known, so every text is accepted.`,
      `Use one of ${FORMAT_NAMES.join(', ')}, or a "pattern".`,
    );
  }

  private list(key: string, values: readonly unknown[], place: Place | null): void {
    if (key !== 'enum' || (values.length > 0 && values.length <= CONFIG_SCHEMA_LIMITS.maxEnum)) return;
    const empty = values.length === 0;
    this.add(
      'error',
      'config_schema_enum',
      pointerTo(inside(place, key)),
      empty ? '"enum" is empty: nothing fits.' : `"enum" has more than ${CONFIG_SCHEMA_LIMITS.maxEnum} values.`,
      empty ? 'List at least one value.' : 'Use a free text field.',
    );
  }

  private map(key: string, schemas: Record<string, Schema>, here: Place, depth: number): void {
    let count = 0;
    for (const name in schemas) {
      count += 1;
      const place = inside(here, name);
      const problem = key === 'patternProperties' ? this.problem('pattern', name) : null;
      if (problem)
        this.add('error', problem.code, pointerTo(place), `The property pattern ${problem.message}`, problem.fix);
      this.visit(schemas[name]!, place, depth + 1);
    }
    if (key === 'properties' && count > CONFIG_SCHEMA_LIMITS.maxProperties) {
      this.add(
        'error',
        'config_schema_too_many',
        pointerTo(here),
        `One object has more than ${CONFIG_SCHEMA_LIMITS.maxProperties} fields.`,
        'Ask for less, or group fields in objects.',
      );
    }
  }

  /** References must lead to schemas of this document; other places were not checked as schemas. */
  follow(): void {
    for (const { ref, place } of this.references) this.reference(ref, place);
  }

  private reference(ref: string, place: Place | null): void {
    const target = resolveReference(this.root, ref);
    if (!ref.startsWith('#')) {
      this.add(
        'error',
        'config_schema_ref_remote',
        pointerTo(inside(place, '$ref')),
        '"$ref" must point into this schema; nothing is fetched.',
        'Copy the referenced schema under "$defs".',
      );
    } else if (target === undefined || (isObject(target) && !this.visited.has(target))) {
      this.add(
        'error',
        'config_schema_ref_lost',
        pointerTo(inside(place, '$ref')),
        `"$ref" leads to no schema: ${describe(ref)}.`,
        'Point to an existing schema, for example "#/$defs/name".',
      );
    }
  }

  /** Whether the schema stays within its limits with every reference expanded. */
  bound(): void {
    this.expand(this.root, ['#']);
  }

  /** Expands references along every path, with a limit: finds recursion and exponential growth. */
  private expand(value: JsonObject | JsonValue[], open: readonly string[], isMap = false): void {
    if (this.stopped) return;
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
    const ref = isObject(value) && !isMap ? value.$ref : undefined;
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
      if (isObject(target)) this.expand(target, [...open, ref]);
    }
    for (const key in value) {
      const child = (value as JsonObject)[key];
      if (typeof child === 'object' && child !== null && (isMap || !HOLDS_VALUES.has(key)))
        this.expand(child, open, !isMap && KEYWORDS.get(key) === 'schema-map');
    }
  }

  /** Whether the form of a sound schema can be filled in. */
  fill(): void {
    for (const { code, keys, message, fix } of obstacles(this.root)) {
      this.add('error', code, keys.reduce<string>(childPointer, ''), message, fix);
    }
  }

  defaults(): void {
    const work = new ValidationWork(DEFAULTS_WORK);
    for (const { schema, place } of this.withDefault) {
      for (const issue of validateConfig(schema, schema.default, this.root, work)) {
        this.add(
          'error',
          'config_schema_default',
          pointerTo(inside(place, 'default')),
          `The default does not fit its own schema: ${issue.message[0]?.toLowerCase()}${issue.message.slice(1)}`,
          'Correct the default or the schema.',
        );
      }
    }
  }
}

/** Size as JSON in bytes; infinite for values nested too deeply to be written. */
function byteLength(schema: JsonObject): number {
  try {
    return new TextEncoder().encode(JSON.stringify(schema)).length;
  } catch {
    return Infinity;
  }
}

/**
 * Checks a `config_schema` (contract: config_schema, Limits) before it is used: an object schema of known keywords,
 * within `CONFIG_SCHEMA_LIMITS`, local and non-recursive references, patterns that RE2 supports, valid defaults, and a
 * form that can be filled in (`obstacles`). Reports all issues at once (at most 200 per level), with pointers relative
 * to the schema. Never throws.
 * @param form false for a schema of data written by programs, which needs no form.
 */
export function checkConfigSchema(schema: unknown, form = true): Issue[] {
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
  if (byteLength(schema) > CONFIG_SCHEMA_LIMITS.maxBytes) {
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
  gate.visit(schema, null, 1);
  gate.follow();
  gate.bound();
  // Defaults can only be checked on a sound schema, and other values only once the defaults are valid.
  const sound = (): boolean => !gate.issues.some((issue) => issue.level === 'error');
  if (sound()) gate.defaults();
  if (form && sound()) gate.fill();
  return gate.issues;
}
