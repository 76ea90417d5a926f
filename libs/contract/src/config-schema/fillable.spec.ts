import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { cpuMs } from '../../../../test/support/processes/cpu-time.js';
import type { JsonObject, JsonValue } from '../json/types.js';
import { Filler } from './fill.js';
import { checkConfigSchema } from './gate.js';
import { compilePattern } from './pattern.js';
import { textFor } from './pattern-text.js';
import { ValidationWork } from './validate.js';

const form = (properties: unknown, rest: object = {}): JsonObject =>
  ({ type: 'object', properties, ...rest }) as JsonObject;
const required = (schema: unknown): JsonObject => form({ a: schema }, { required: ['a'] });
const gate = (schema: unknown): string[] => checkConfigSchema(schema).map(({ code, pointer }) => `${code} ${pointer}`);
const filled = (schema: JsonObject): readonly JsonValue[] =>
  new Filler(schema, new ValidationWork(150_000)).values(schema);

/** Forms that cannot be filled in, or a field of one, with the expected place. */
const CONTRADICTIONS: [schema: unknown, expected: string[]][] = [
  [form({}, { required: ['a'] }), ['config_schema_required /required/0']],
  [
    form({ b: {} }, { required: ['b', 'a'] }),
    ['config_schema_not_drawn /required/0', 'config_schema_required /required/1'],
  ],
  [form({}, { required: ['a'], additionalProperties: false }), ['config_schema_required /required/0']],
  [
    form({}, { required: ['a'], patternProperties: { '^b': { type: 'string' } } }),
    ['config_schema_required /required/0'],
  ],
  [
    form({ b: form({ c: form({}, { required: ['d'] }) }) }),
    ['config_schema_required /properties/b/properties/c/required/0'],
  ],
  [
    form({ b: { type: 'array', items: form({}, { required: ['d'] }) } }),
    ['config_schema_required /properties/b/items/required/0'],
  ],
  [
    form({ b: { type: 'string' } }, { dependentRequired: { b: ['c'] } }),
    ['config_schema_required /dependentRequired/b/0'],
  ],
  [
    form({ b: { type: 'string' } }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }),
    ['config_schema_required /anyOf/1/required/0'],
  ],
  [
    form({ b: { type: 'string' } }, { if: { required: ['b'] }, then: { required: ['c'] } }),
    ['config_schema_required /then/required/0'],
  ],
  [
    form({ b: { $ref: '#/$defs/x' }, c: { $ref: '#/$defs/x' } }, { $defs: { x: form({}, { required: ['d'] }) } }),
    ['config_schema_required /$defs/x/required/0'],
  ],
  [form({ a: false }, { required: ['a'] }), ['config_schema_required /required/0']],
  [required({}), ['config_schema_not_drawn /required/0']],
  [required({ title: 'Anything' }), ['config_schema_not_drawn /required/0']],
  [required({ type: 'array' }), ['config_schema_not_drawn /required/0']],
  [required({ type: 'string', readOnly: true }), ['config_schema_not_drawn /required/0']],
  [form({ a: { type: 'integer', minimum: 2, exclusiveMaximum: 2 } }), ['config_schema_range /properties/a/minimum']],
  [
    form({ a: { type: 'integer', exclusiveMinimum: 2, maximum: 1 } }),
    ['config_schema_range /properties/a/exclusiveMinimum'],
  ],
  [form({ a: { type: 'integer', minimum: 1.2, maximum: 1.8 } }), ['config_schema_unfillable /properties/a']],
  [
    form({ a: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [
    form({ a: { type: 'integer', multipleOf: 10, minimum: 11, maximum: 19 } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [
    form({ a: { type: 'string', allOf: [{ minLength: 5 }, { maxLength: 4 }] } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [form({ a: { type: 'string', allOf: [{ type: 'integer' }] } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string', pattern: '^[a-z]{6}$', maxLength: 5 } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string', pattern: 'a^' } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string', format: 'date', maxLength: 9 } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string', not: {} } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string', enum: [1] } }), ['config_schema_enum /properties/a/enum/0']],
  [form({ a: { type: 'integer', enum: [1, '2'] } }), ['config_schema_enum /properties/a/enum/1']],
  [form({ a: { type: 'integer', enum: [1, 9], maximum: 5 } }), ['config_schema_enum /properties/a/enum/1']],
  [form({ a: { enum: ['x1', 'y'], pattern: '^x' } }), ['config_schema_enum /properties/a/enum/1']],
  [form({ a: { enum: ['long'], maxLength: 2 } }), ['config_schema_enum /properties/a/enum/0']],
  [form({ a: { enum: ['x'], const: 'y' } }), ['config_schema_enum /properties/a/enum/0']],
  [form({ a: { type: 'integer', const: 'y' } }), ['config_schema_const /properties/a/const']],
  [form({ a: { const: 'y', pattern: '^x' } }), ['config_schema_const /properties/a/const']],
  [form({ a: { type: 'string', enum: ['x'], default: 'y' } }), ['config_schema_default /properties/a/default']],
  [form({ a: { enum: ['x'], allOf: [{ enum: ['y'] }] } }), ['config_schema_enum /properties/a/enum/0']],
  [form({ a: { type: 'boolean', enum: [true], not: { const: true } } }), ['config_schema_enum /properties/a/enum/0']],
  [
    form({ a: { type: 'array', items: { enum: ['x', 'y'] }, uniqueItems: true, minItems: 3 } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [
    form({ a: { type: 'array', items: { type: 'string' }, maxItems: 1, contains: { const: 4 } } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [
    form({ a: { type: 'array', items: { type: 'string' }, minItems: 1_000_000 } }),
    ['config_schema_unfillable /properties/a'],
  ],
  [form({ a: { type: 'string', minLength: 1_000_000_000 } }), ['config_schema_unfillable /properties/a']],
  [form({ a: { type: 'string' } }, { minProperties: 2, additionalProperties: false }), ['config_schema_unfillable ']],
  [
    form({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a', 'b'], maxProperties: 1 }),
    ['config_schema_unfillable '],
  ],
  [form({ a: { type: 'string' } }, { required: ['a'], not: { required: ['a'] } }), ['config_schema_unfillable ']],
  [
    form({ a: { type: 'string' } }, { required: ['a'], propertyNames: { minLength: 2 } }),
    ['config_schema_unfillable '],
  ],
  [
    form({ a: { type: 'string' } }, { required: ['a'], allOf: [{ properties: { a: { type: 'integer' } } }] }),
    ['config_schema_unfillable '],
  ],
];

const FILLABLE: unknown[] = [
  form({ a: { type: 'array' }, b: {} }),
  required({ default: 'x' }),
  required({ type: 'array', default: [] }),
  required({ type: 'string', readOnly: true, default: 'x' }),
  required({ type: 'string', maxLength: 0, default: '' }),
  required(form({})),
  required({ type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }),
  required({ type: 'array', items: { type: 'integer' }, minItems: 30, uniqueItems: true }),
  required({ type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, minItems: 9, uniqueItems: true }),
  required({ type: 'array', items: { enum: ['x', 'y'] }, contains: { const: 'y' }, minItems: 2 }),
  required({ type: 'integer', minimum: 7, maximum: 7, multipleOf: 7 }),
  required({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 }),
  required({ type: 'number', multipleOf: 0.1, minimum: 0.25, maximum: 0.35 }),
  required({ type: 'integer', maximum: -5 }),
  required({ type: 'string', minLength: 30, format: 'uri' }),
  required({ type: 'string', maxLength: 6, format: 'email' }),
  required({ type: ['null', 'string'], minLength: 2 }),
  required({ anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] }),
  required({ oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }),
  required({ type: 'string', not: { enum: ['a', 'b'] } }),
  form({ a: { $ref: '#/$defs/t' } }, { required: ['a'], $defs: { t: { type: 'string', maxLength: 3 } } }),
  form(
    { b: { type: 'string' } },
    { anyOf: [{ required: ['b'] }, { required: ['c'], properties: { c: { type: 'integer' } } }] },
  ),
  form({}, { required: ['a'], additionalProperties: { type: 'string' } }),
  form({}, { required: ['ab'], patternProperties: { '^a': { type: 'integer' } } }),
  form({}, { minProperties: 2, additionalProperties: { type: 'string' }, propertyNames: { pattern: '^[a-z]{3}$' } }),
  form(
    { a: { enum: ['x', 'y'] }, b: { type: 'string' } },
    {
      if: { properties: { a: { const: 'x' } } },
      then: { required: ['b'] },
      else: { properties: { b: false } },
    },
  ),
  form(
    { kind: { enum: ['x', 'y'] } },
    {
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'x' }, url: { type: 'string', format: 'uri' } }, required: ['url'] },
        {
          properties: { kind: { const: 'y' }, code: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' } },
          required: ['code'],
        },
      ],
    },
  ),
];

describe('a config schema that nobody could fill in', () => {
  it.each(CONTRADICTIONS)('such as %j: %j', (schema, expected) => {
    expect(gate(schema)).toEqual(expected);
  });

  it('is reported with the contradiction and what to change', () => {
    const [issue] = checkConfigSchema(form({ a: { type: 'string', enum: ['fast', 3] } }));
    expect(issue?.message).toBe('The choice 3 does not fit its own schema: must be text.');
    const [missing] = checkConfigSchema(form({ a: { type: 'string' } }, { required: ['b'] }));
    expect(missing?.message).toBe('"b" is required, but "properties" has no such field: no form can ask for it.');
    expect(missing?.fix).toBe('Add the field to "properties", or take it out of the list.');
    const [bounds] = checkConfigSchema(form({ a: { type: 'string', pattern: '^[a-z]{6}$', maxLength: 5 } }));
    expect(bounds?.message).toBe('No value was found that fits here. Must have the form ^[a-z]{6}$');
  });

  it('is found wherever it is planted', () => {
    const field = fc.constantFrom(
      ...CONTRADICTIONS.map(([schema]) => schema as JsonObject).filter((one) => !('$defs' in one)),
    );
    const around = fc.constantFrom<(inner: JsonObject) => JsonObject>(
      (inner) => form({ fine: { type: 'string' }, inner }),
      (inner) => form({ list: { type: 'array', items: inner } }),
      (inner) => form({ deep: form({ inner }, { required: ['inner'] }) }),
      (inner) => form({ choice: { anyOf: [form({ inner }), { type: 'string' }] } }),
      (inner) => form({ other: { $ref: '#/$defs/it' } }, { $defs: { it: form({ inner }) } }),
    );
    fc.assert(
      fc.property(field, around, (planted, plant) => {
        expect(checkConfigSchema(plant(planted)).filter(({ level }) => level === 'error')).not.toEqual([]);
      }),
    );
  });

  it.each([
    [
      'alternatives of alternatives',
      form({
        a: {
          allOf: Array.from({ length: 40 }, () => ({ anyOf: Array.from({ length: 9 }, (_, i) => ({ minimum: i })) })),
          type: 'integer',
          maximum: -1,
        },
      }),
    ],
    [
      'patterns that never match',
      form(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, i) => [`f${i}`, { type: 'string', pattern: `x{0,200}^a${i}` }]),
        ),
      ),
    ],
    [
      'long texts',
      form(
        Object.fromEntries(
          Array.from({ length: 190 }, (_, i) => [
            `f${i}`,
            { type: 'string', minLength: 20_000, pattern: `^[ab]*${i}$` },
          ]),
        ),
      ),
    ],
    [
      'long lists',
      form({
        a: {
          type: 'array',
          minItems: 200,
          uniqueItems: true,
          items: {
            type: 'array',
            minItems: 200,
            items: { type: 'array', minItems: 200, items: { type: 'string', minLength: 2000 } },
          },
        },
      }),
    ],
  ])('is judged at once: %s', (_name, schema) => {
    let found: string[] = [];
    expect(cpuMs(() => (found = gate(schema)))).toBeLessThan(2_000);
    expect(found).not.toEqual([]);
  });
});

describe('a config schema that can be filled in', () => {
  it.each(FILLABLE.map((schema): [unknown] => [schema]))('such as %j', (schema) => {
    expect(gate(schema)).toEqual([]);
    expect(filled(schema as JsonObject)).not.toEqual([]);
  });

  const text = fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.integer({ min: 0, max: 6 }),
      maxLength: fc.integer({ min: 0, max: 6 }),
      pattern: fc.constantFrom('^[a-z]+$', '\\d{2}', '^(x|yy)*$', '^.{3}$', '\\bfoo\\b', '^[^a]', '[A-Z]$'),
      format: fc.constantFrom('date', 'email', 'uri', 'unknown'),
      enum: fc.uniqueArray(fc.constantFrom<JsonValue>('abc', 'x', '12', 'foo', 3), { minLength: 1 }),
      default: fc.constantFrom('abc', 'x', ''),
    },
    { requiredKeys: ['type'] },
  );
  const count = fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -5, max: 5 }),
      maximum: fc.integer({ min: -5, max: 5 }),
      exclusiveMinimum: fc.integer({ min: -5, max: 5 }),
      exclusiveMaximum: fc.integer({ min: -5, max: 5 }),
      multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    },
    { requiredKeys: ['type'] },
  );
  const any = fc.letrec<{ schema: JsonObject; group: JsonObject }>((tie) => ({
    group: fc
      .record({
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('schema'), { noNullPrototype: true }),
        required: fc.subarray(['a', 'b', 'c', 'd', 'toString']),
        rest: fc.constantFrom<object>(
          {},
          {},
          { additionalProperties: false },
          { additionalProperties: true },
          { minProperties: 2 },
        ),
      })
      .map(({ properties, required, rest }) => form(properties, { required, ...rest })),
    schema: fc.oneof(
      { maxDepth: 3 },
      text as fc.Arbitrary<JsonObject>,
      count as fc.Arbitrary<JsonObject>,
      fc.constant<JsonObject>({ type: 'boolean' }),
      fc.record({
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.integer({ min: 0, max: 3 }),
        uniqueItems: fc.boolean(),
      }) as fc.Arbitrary<JsonObject>,
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf): JsonObject => ({ anyOf })),
      tie('group'),
    ),
  })).group;

  it('has a value that an independent validator accepts too', () => {
    fc.assert(
      fc.property(any, (schema) => {
        if (gate(schema).length > 0) return;
        const values = filled(schema);
        expect(values).not.toEqual([]);
        for (const value of values)
          expect([value, new Validator(structuredClone(schema), '2020-12', false).validate(value).valid]).toEqual([
            value,
            true,
          ]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text for a pattern', () => {
  const text = (pattern: string, min = 0, max = Infinity): string | undefined =>
    textFor(compilePattern(pattern)!, { min, max, pick: 0, spend: () => undefined });

  it.each([
    ['^[a-z]{2}-\\d+$', 0, Infinity, 'aa-0'],
    ['^[a-z]{2}-\\d+$', 6, Infinity, 'aa-000'],
    ['foo', 6, 6, 'fooaaa'],
    ['^(?:cat|horse)$', 4, 9, 'horse'],
    ['^(?:cat|horse)$', 6, 9, undefined],
    ['\\bfoo\\b', 0, 9, 'foo'],
    ['(?i)^ab$', 0, 9, 'AB'],
    ['^\\p{Lu}$', 0, 9, 'A'],
    ['a\\zb', 0, 9, undefined],
    ['^[^\\x00-\\x{10FFFF}]$', 0, 9, undefined],
    ['', 0, 9, ''],
  ])('%s of %d to %d characters: %j', (pattern, min, max, expected) => {
    expect(text(pattern, min, max)).toBe(expected);
  });
});
