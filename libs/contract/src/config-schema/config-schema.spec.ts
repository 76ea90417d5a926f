import fc from 'fast-check';
import type { JsonObject } from '../json/types.js';
import { applyDefaults, checkConfigSchema, CONFIG_SCHEMA_LIMITS, validateConfig } from './index.js';

const form = (properties: unknown, rest: object = {}): JsonObject =>
  ({ type: 'object', properties, ...rest }) as JsonObject;
const gate = (schema: unknown): string[] => checkConfigSchema(schema).map(({ code, pointer }) => `${code} ${pointer}`);
const check = (property: unknown, value: unknown): string[] =>
  validateConfig(form({ a: property }), { a: value }).map(({ code, pointer }) => `${code} ${pointer}`);

describe('config schema gate', () => {
  it.each([
    [{ type: 'object' }, []],
    [form({ a: { type: 'string' } }), []],
    [form({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'string' } } }), []],
    [form({ a: { type: ['string', 'null'], default: null } }), []],
    [form({ a: true, b: false }), []],
    [null, ['config_schema_not_object ']],
    [{}, ['config_schema_top_level ']],
    [{ type: ['object'] }, ['config_schema_top_level /type']],
    [form([]), ['config_schema_keyword_value /properties']],
    [form({ a: 'string' }), ['config_schema_keyword_value /properties']],
    [form({ a: { minLength: -1 } }), ['config_schema_keyword_value /properties/a/minLength']],
    [form({ a: { minLength: 1.5 } }), ['config_schema_keyword_value /properties/a/minLength']],
    [form({ a: { minimum: '1' } }), ['config_schema_keyword_value /properties/a/minimum']],
    [form({ a: { multipleOf: 0 } }), ['config_schema_keyword_value /properties/a/multipleOf']],
    [form({ a: { enum: [] } }), ['config_schema_enum /properties/a/enum']],
    [form({}, { required: ['a', 'a'] }), ['config_schema_keyword_value /required']],
    [form({ a: { pattern: '(' } }), ['config_schema_pattern /properties/a/pattern']],
    [form({ a: { pattern: '(a)\\1' } }), ['config_schema_pattern /properties/a/pattern']],
    [form({ a: { pattern: 'a'.repeat(256) } }), []],
    [form({ a: { pattern: 'a'.repeat(257) } }), ['config_schema_pattern /properties/a/pattern']],
    [form({}, { patternProperties: { '(?!a)': {} } }), ['config_schema_pattern /patternProperties/(?!a)']],
    [form({ a: { minItems: 2, maxItems: 1 } }), ['config_schema_range /properties/a/minItems']],
    [form({ a: { type: 'integer', default: 1.5 } }), ['config_schema_default /properties/a/default']],
    [form({ a: { items: { type: 'string', default: 1 } } }), ['config_schema_default /properties/a/items/default']],
    [
      form({ a: { $ref: '#/$defs/x', default: 1 } }, { $defs: { x: { type: 'string' } } }),
      ['config_schema_default /properties/a/default'],
    ],
    [form({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), []],
    [form({}, { $schema: 'https://a.example/' }), ['config_schema_dialect /$schema']],
    [form({ a: { $ref: 'other.json' } }), ['config_schema_ref_remote /properties/a/$ref']],
    [
      form({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } }),
      ['config_schema_ref_recursive '],
    ],
    [form({ a: { unevaluatedProperties: false } }), ['config_schema_keyword /properties/a/unevaluatedProperties']],
  ])('%j: %j', (schema, expected) => {
    expect(gate(schema)).toEqual(expected);
  });

  it('accepts at each limit and refuses one beyond', () => {
    const properties = (n: number): JsonObject =>
      form(Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, {}])));
    const { maxProperties, maxEnum, maxDepth, maxBytes } = CONFIG_SCHEMA_LIMITS;
    expect([gate(properties(maxProperties)), gate(properties(maxProperties + 1))]).toEqual([
      [],
      ['config_schema_too_many /properties'],
    ]);
    const enumOf = (n: number): JsonObject => form({ a: { enum: Array.from({ length: n }, (_, i) => i) } });
    expect([gate(enumOf(maxEnum)), gate(enumOf(maxEnum + 1))]).toEqual([[], ['config_schema_enum /properties/a/enum']]);
    const nested = (n: number): JsonObject => (n === 1 ? { type: 'object' } : form({ a: nested(n - 1) }));
    expect(gate(nested(maxDepth))).toEqual([]);
    expect(gate(nested(maxDepth + 1))[0]).toMatch(/^config_schema_too_deep/);
    const empty = JSON.stringify(form({}, { title: '' })).length;
    expect(gate(form({}, { title: 'x'.repeat(maxBytes - empty) }))).toEqual([]);
    expect(gate(form({}, { title: 'x'.repeat(maxBytes - empty + 1) }))).toEqual(['config_schema_too_large ']);
  });

  it('refuses references that grow exponentially', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    expect(gate(form({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...$defs, d30: {} } }))).toEqual([
      'config_schema_too_large ',
    ]);
  });

  it('never throws, and what it accepts can be used', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), (part, value) => {
        const schema = { type: 'object', properties: part } as JsonObject;
        if (checkConfigSchema(schema).some(({ level }) => level === 'error')) return;
        expect(Array.isArray(validateConfig(schema, value))).toBe(true);
        expect(typeof applyDefaults(schema, {})).toBe('object');
      }),
    );
  });
});

describe('config values', () => {
  it.each([
    [{ type: 'string' }, 1, ['config_type /a']],
    [{ type: 'integer' }, 1.5, ['config_type /a']],
    [{ type: 'integer' }, 1, []],
    [{ type: 'integer' }, 9_007_199_254_740_991, []],
    [{ type: 'integer' }, 9_007_199_254_740_992, ['config_number_inexact /a']],
    [{ type: 'number' }, -9_007_199_254_740_992, ['config_number_inexact /a']],
    [{ type: 'number' }, 1, []],
    [{ type: 'boolean' }, 'true', ['config_type /a']],
    [{ type: ['string', 'null'] }, null, []],
    [{ type: 'object' }, [], ['config_type /a']],
    [{ enum: ['x', 1, { k: [1] }] }, { k: [1] }, []],
    [{ enum: ['x'] }, 'X', ['config_enum /a']],
    [{ const: null }, 0, ['config_const /a']],
    [{ minLength: 2 }, '😀', ['config_min_length /a']],
    [{ maxLength: 1 }, '😀', []],
    [{ maxLength: 1 }, 'ab', ['config_max_length /a']],
    [{ pattern: '^a+$' }, 'aaa', []],
    [{ pattern: '^a+$' }, 'ab', ['config_pattern /a']],
    [{ pattern: 'b' }, 'abc', []],
    [{ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`, ['config_pattern /a']],
    [{ minimum: 1, maximum: 3 }, 1, []],
    [{ minimum: 1, maximum: 3 }, 3, []],
    [{ minimum: 1 }, 0, ['config_minimum /a']],
    [{ maximum: 3 }, 4, ['config_maximum /a']],
    [{ exclusiveMinimum: 1 }, 1, ['config_minimum /a']],
    [{ exclusiveMaximum: 3 }, 3, ['config_maximum /a']],
    [{ multipleOf: 0.1 }, 0.3, []],
    [{ multipleOf: 2 }, 3, ['config_multiple /a']],
    [{ items: { type: 'string' } }, ['x', 1], ['config_type /a/1']],
    [{ minItems: 1 }, [], ['config_min_items /a']],
    [{ maxItems: 1 }, [1, 2], ['config_max_items /a']],
    [
      { uniqueItems: true },
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
      ['config_unique /a'],
    ],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['x', 1], ['config_not_allowed /a/1']],
    [{ contains: { const: 1 } }, [2], ['config_contains /a']],
    [{ required: ['b', 'c'] }, { b: 1 }, ['config_required /a/c']],
    [{ properties: { b: { type: 'string' } } }, { b: 1 }, ['config_type /a/b']],
    [{ properties: { b: {} }, additionalProperties: false }, { b: 1, c: 1 }, ['config_unknown /a/c']],
    [{ additionalProperties: { type: 'string' } }, { c: 1 }, ['config_type /a/c']],
    [{ patternProperties: { '^x': { type: 'string' } } }, { x1: 1 }, ['config_type /a/x1']],
    [{ propertyNames: { maxLength: 1 } }, { bb: 1 }, ['config_property_name /a/bb']],
    [{ minProperties: 1 }, {}, ['config_min_properties /a']],
    [{ maxProperties: 0 }, { b: 1 }, ['config_max_properties /a']],
    [{ dependentRequired: { b: ['c'] } }, { b: 1 }, ['config_required /a/c']],
    [{ allOf: [{ minimum: 2 }, { maximum: 0 }] }, 1, ['config_minimum /a', 'config_maximum /a']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, ['config_any_of /a']],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, ['config_one_of /a']],
    [{ not: { const: 1 } }, 1, ['config_not /a']],
    [{ if: { const: 1 }, then: { minimum: 2 } }, 1, ['config_minimum /a']],
    [{ if: { const: 1 }, else: { minimum: 9 } }, 2, ['config_minimum /a']],
    [{ format: 'email' }, 'a@b.example', []],
    [{ format: 'email' }, 'a', ['config_format /a']],
    [{ format: 'date' }, '2026-02-30', ['config_format /a']],
    [{ format: 'ipv4' }, '256.1.1.1', ['config_format /a']],
    [{ format: 'ipv4' }, '10.0.0.255', []],
    [{ format: 'uri' }, 'https://a.example/', []],
    [{ format: 'made-up' }, 'x', []],
    [
      { type: 'string', minLength: 3, pattern: '^x', enum: ['xyz'] },
      'a',
      ['config_enum /a', 'config_min_length /a', 'config_pattern /a'],
    ],
  ])('%j and %j: %j', (property, value, expected) => {
    expect(check(property, value)).toEqual(expected);
  });

  it('follows local references from the root', () => {
    const schema = form({ a: { items: { $ref: '#/$defs/tag' } } }, { $defs: { tag: { type: 'string' } } });
    expect(validateConfig(schema, { a: ['x', 1] }).map(({ pointer }) => pointer)).toEqual(['/a/1']);
  });
});

describe('defaults', () => {
  const schema = form(
    {
      tone: { type: 'string', default: 'plain' },
      deep: form({ on: { type: 'boolean', default: false } }),
      list: { default: [1] },
      none: { type: 'string' },
      empty: form({ x: {} }),
      ref: { $ref: '#/$defs/d' },
    },
    { $defs: { d: { default: 7 } } },
  );

  it('fills only what is absent, nested ones too, and leaves the input alone', () => {
    const value = { tone: 'warm', deep: {} };
    expect(applyDefaults(schema, value)).toEqual({ tone: 'warm', deep: { on: false }, list: [1], ref: 7 });
    expect(value).toEqual({ tone: 'warm', deep: {} });
    expect(applyDefaults(schema, {})).toEqual({ tone: 'plain', deep: { on: false }, list: [1], ref: 7 });
  });

  it('does not share default objects between results', () => {
    (applyDefaults(schema, {}).list as number[]).push(2);
    expect(applyDefaults(schema, {}).list).toEqual([1]);
  });
});
