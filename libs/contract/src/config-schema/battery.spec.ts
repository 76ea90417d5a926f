import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../json/index.js';
import { cpuMs } from '../../../../test/support/processes/cpu-time.js';
import { applyDefaults, checkConfigSchema, compilePattern, validateConfig } from './index.js';

const one = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { a: schema } });
const errors = (schema: unknown): string[] =>
  checkConfigSchema(schema)
    .filter(({ level }) => level === 'error')
    .map(({ pointer }) => pointer);
const nest = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nest(depth - 1) } };
const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: 'string' }]));
const times = (count: number): string[] => Array.from({ length: count }, (_, i) => `v${i}`);
const doubling = (levels: number): JsonObject => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, i): [string, JsonObject] => [
      `d${i}`,
      i === levels - 1
        ? { type: 'string' }
        : { type: 'object', properties: { l: { $ref: `#/$defs/d${i + 1}` }, r: { $ref: `#/$defs/d${i + 1}` } } },
    ]),
  ),
});

const ACCEPTED: [string, JsonObject][] = [
  ['no field', { type: 'object' }],
  ['empty', { type: 'object', properties: {}, required: [] }],
  [
    'every keyword of the contract',
    {
      type: 'object',
      required: ['a', 'b'],
      properties: {
        a: { type: 'string', minLength: 1, default: 'x' },
        b: { type: 'integer', minimum: 0, maximum: 9, default: 0 },
        c: { type: 'boolean', default: false },
        d: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, default: ['x'] },
      },
    },
  ],
  [
    'nested objects',
    one({
      type: 'object',
      required: ['b'],
      properties: { b: { type: 'object', properties: { c: { type: 'integer' } } } },
    }),
  ],
  [
    'text about itself',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'T',
      description: 'D',
      ...one({ title: 't', description: 'd', type: 'string', examples: ['x'] }),
    },
  ],
  ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', ...one({ type: 'string' }) }],
  ['a number', one({ type: 'number', minimum: -1.5, maximum: 1.5, default: 0.5 })],
  ['a pattern', one({ type: 'string', pattern: '^[a-z]{2,8}$', default: 'ab' })],
  ['a local reference', { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } }],
  [
    'fields named as keywords',
    {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string' },
        required: { type: 'boolean' },
        properties: { type: 'string' },
        $ref: { type: 'string' },
        enum: { type: 'string' },
      },
    },
  ],
  [
    'fields named as members of every object',
    {
      type: 'object',
      properties: { toString: { type: 'string' }, hasOwnProperty: { type: 'integer' }, valueOf: { type: 'boolean' } },
    },
  ],
  ['200 fields', { type: 'object', properties: many(200) }],
  ['500 choices', one({ type: 'string', enum: times(500) })],
  ['min equal to max', one({ type: 'integer', minimum: 3, maximum: 3, default: 3 })],
  [
    'a default of 80 emoji for maxLength 80',
    one({ type: 'string', maxLength: 80, default: '\ud83d\ude80'.repeat(80) }),
  ],
  [
    'a required field with a default',
    { type: 'object', required: ['a'], properties: { a: { type: 'string', default: '' } } },
  ],
  ['a choice of a number as default', one({ type: 'integer', enum: [1, 2, 3], default: 2 })],
];

const REFUSED: [string, unknown][] = [
  ...[undefined, null, true, false, 1, 'object', [], [{ type: 'object' }], {}].map((v): [string, unknown] => [
    `a schema that is ${JSON.stringify(v)}`,
    v,
  ]),
  ...['array', 'string', 'Object', 'OBJECT', ' object', null, ['object'], ['object', 'null'], 1, {}].map(
    (t): [string, unknown] => [`top level ${JSON.stringify(t)}`, { type: t }],
  ),
  ...['String', 'int', 'float', 'date', 'any', '', 1, null, {}, [], ['string', 'text']].map((t): [string, unknown] => [
    `field of type ${JSON.stringify(t)}`,
    one({ type: t } as JsonObject),
  ]),
  ...[null, 1, 'string', [], true]
    .slice(0, 4)
    .map((v): [string, unknown] => [`a field that is ${JSON.stringify(v)}`, one(v as JsonValue)]),
  ...[null, [], 'a', 1, true].map((v): [string, unknown] => [
    `properties ${JSON.stringify(v)}`,
    { type: 'object', properties: v },
  ]),
  ...[null, {}, 'a', true, [1], [null]].map((v): [string, unknown] => [
    `required ${JSON.stringify(v)}`,
    { type: 'object', properties: { a: {} }, required: v },
  ]),
  ...[null, {}, 'a', 1].map((v): [string, unknown] => [`enum ${JSON.stringify(v)}`, one({ enum: v } as JsonObject)]),
  ...[-1, 1.5, '1', null, true].map((v): [string, unknown] => [
    `minLength ${JSON.stringify(v)}`,
    one({ type: 'string', minLength: v } as JsonObject),
  ]),
  ...['1', null, true, [], {}].map((v): [string, unknown] => [
    `minimum ${JSON.stringify(v)}`,
    one({ type: 'integer', minimum: v } as JsonObject),
  ]),
  ...[null, 1, 'string'].map((v): [string, unknown] => [
    `items ${JSON.stringify(v)}`,
    one({ type: 'array', items: v } as JsonObject),
  ]),
  ...[7, null, true, [], {}].map((v): [string, unknown] => [
    `default ${JSON.stringify(v)} for a string`,
    one({ type: 'string', default: v } as JsonObject),
  ]),
  ...['1', 1.5, null, true].map((v): [string, unknown] => [
    `default ${JSON.stringify(v)} for an integer`,
    one({ type: 'integer', default: v } as JsonObject),
  ]),
  ...['true', 0, 1, null].map((v): [string, unknown] => [
    `default ${JSON.stringify(v)} for a boolean`,
    one({ type: 'boolean', default: v } as JsonObject),
  ]),
  ['a default outside the choices', one({ type: 'string', enum: ['x'], default: 'y' })],
  ['a default shorter than minLength', one({ type: 'string', minLength: 2, default: 'a' })],
  [
    'a default longer than maxLength in code points',
    one({ type: 'string', maxLength: 80, default: '\ud83d\ude80'.repeat(81) }),
  ],
  ['a default under the minimum', one({ type: 'integer', minimum: 5, default: 4 })],
  ['a default over the maximum', one({ type: 'number', maximum: 5, default: 5.01 })],
  ['a default that its pattern refuses', one({ type: 'string', pattern: '^x$', default: 'y' })],
  ['a default list with a wrong item', one({ type: 'array', items: { type: 'integer' }, default: [1, '2'] })],
  [
    'a default without a required member',
    one({ type: 'object', required: ['b'], properties: { b: { type: 'string' } }, default: {} }),
  ],
  [
    'a nested wrong default',
    one({ type: 'object', properties: { b: { type: 'array', items: { type: 'string', default: 1 } } } }),
  ],
  ['min over max', one({ type: 'integer', minimum: 2, maximum: 1 })],
  ['minLength over maxLength', one({ type: 'string', minLength: 2, maxLength: 1 })],
  ['minItems over maxItems', one({ type: 'array', minItems: 2, maxItems: 1 })],
  ...[
    'https://evil.example.com/s.json',
    'file:///etc/passwd',
    '//evil.example.com/x',
    'other.json',
    'http://json-schema.org/draft-07/schema#',
    '#anchor',
    '#/$defs/none',
    '#/properties/a',
    '',
    'urn:x',
    7,
    null,
  ].map(($ref): [string, unknown] => [`$ref ${JSON.stringify($ref)}`, one({ $ref } as JsonObject)]),
  ['a reference to itself through the root', { type: 'object', properties: { a: { $ref: '#' } } }],
  ...['default', 'enum', 'const', 'examples', '$ref'].map((name): [string, unknown] => [
    `a reference to itself through a field named ${name}`,
    { type: 'object', properties: { [name]: { $ref: '#' } } },
  ]),
  [
    'two references in a ring',
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x' } },
      $defs: { x: { properties: { y: { $ref: '#/$defs/y' } } }, y: { items: { $ref: '#/$defs/x' } } },
    },
  ],
  [
    'a reference to itself',
    { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { $ref: '#/$defs/x' } } },
  ],
  ['references that double', doubling(12)],
  ['references that double a lot', doubling(40)],
  ...['#/x-store', '#/properties', '#/properties/b/default', '#/properties/b/enum/0', '#/properties/b/x-y'].map(
    ($ref): [string, unknown] => [
      `a reference to what was never judged, ${$ref}`,
      {
        type: 'object',
        'x-store': { pattern: '(?=', required: 7 },
        properties: {
          a: { $ref },
          b: { default: { pattern: '(' }, enum: [{ pattern: '(' }, { minLength: 'x' }], 'x-y': { items: 7 } },
        },
      },
    ],
  ),
  ['a dynamic reference', one({ $dynamicRef: '#x' })],
  ['a recursive reference', one({ $recursiveRef: '#' })],
  ...[
    '(a+)+$\\1',
    '(?=a)b',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(',
    '[',
    'a{2,1}',
    '*',
    '\\',
    '(?<n>a)\\k<n>',
    'a**',
    '((a{1,100}){1,100}){1,100}',
    'a'.repeat(257),
    7,
    null,
  ].map((pattern): [string, unknown] => [
    `the pattern ${JSON.stringify(pattern).slice(0, 40)}`,
    one({ type: 'string', pattern } as JsonObject),
  ]),
  ['201 fields', { type: 'object', properties: many(201) }],
  ['501 choices', one({ type: 'string', enum: times(501) })],
  ['no choice at all', one({ type: 'string', enum: [] })],
  ['nine levels', nest(9)],
  ['a thousand levels', nest(1_000)],
  ['five thousand levels', nest(5_000)],
  ['10000 fields', { type: 'object', properties: many(10_000) }],
  ['more than 64 KiB', { type: 'object', description: 'd'.repeat(65_536) }],
  ['more than 64 KiB in bytes only', { type: 'object', description: '\u20ac'.repeat(22_000) }],
];

const REDOS = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*x',
  '^(\\w+\\s?)*$',
  '(a*)*b',
  '([a-zA-Z]+)*1',
  '^(\\d+)*$',
  '(?:a?){50}a{50}',
];

const VALUES: [schema: JsonValue, good: JsonValue[], bad: JsonValue[]][] = [
  [{ type: 'string' }, ['', 'x', '\u0000'], [null, 1, true, [], {}]],
  [{ type: 'integer' }, [0, -1, 1.0, 1e3, 9_007_199_254_740_991], [1.5, '1', null, true, [], {}]],
  [{ type: 'number' }, [0, 1.5, -2e-3], ['1', null, true, [], {}]],
  [{ type: 'boolean' }, [true, false], [0, 1, 'true', '', null, []]],
  [{ type: 'array' }, [[], [1, 'x']], [{}, 'x', null, { length: 0 }]],
  [{ type: 'object' }, [{}, { x: 1 }], [[], null, 'x']],
  [
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', 'abc', '\ud83d\ude80\ud83d\ude80', 'e\u0301'],
    ['a', 'abcd', '\ud83d\ude80', ''],
  ],
  [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 2, 3], [0, 4, 1.5, -1]],
  [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
  [{ type: 'number', multipleOf: 0.1 }, [0.3, 0.7, 1.1, 0], [0.35]],
  [{ type: 'integer', multipleOf: 3 }, [0, 3, -6], [1, 4]],
  [
    { enum: ['a', 1, null, [1], { b: 2, c: 3 }] },
    ['a', 1, null, [1], { c: 3, b: 2 }],
    ['A', '1', 2, false, [1, 1], { b: 2 }],
  ],
  [{ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }, {}, null]],
  [{ enum: [{}] }, [{}], [{ toString: 1 }, { valueOf: null }]],
  [{ type: 'string', enum: ['toString'] }, ['toString'], ['valueOf']],
  [{ type: 'string', pattern: 'b+' }, ['abc', 'b'], ['ac', '', 'B']],
  [{ type: 'string', pattern: '^\\p{L}+$' }, ['abc', '\u00e9\u5e33'], ['a1', '']],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
    [[1], [1, 2]],
    [[], [1, 2, 3], ['1'], [null]],
  ],
  [
    { type: 'array', uniqueItems: true },
    [[], [1, '1', true], [{ a: 1 }, { a: 2 }]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
    ],
  ],
  [
    {
      type: 'object',
      required: ['toString', 'b'],
      properties: { b: { type: 'integer' } },
      additionalProperties: true,
    },
    [{ toString: 1, b: 1 }],
    [{}, { b: 1 }, { toString: 1, b: 'x' }],
  ],
  [
    { type: 'object', properties: { b: { type: 'integer' } }, additionalProperties: false },
    [{}, { b: 1 }],
    [{ c: 1 }, { b: 1, toString: 2 }],
  ],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, [{}, { x: true }], [{ x: 1 }]],
  [{ type: ['string', 'null'] }, ['x', null], [1, []]],
  [{ anyOf: [{ type: 'string' }, { type: 'integer', minimum: 5 }] }, ['x', 5], [4, null]],
  [{ oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }, [1, 5.5], [6, 1.5]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }], type: 'number' }, [1, 2], [0, 3]],
  [{ not: { type: 'string' } }, [1, null], ['x']],
];

describe('the gate of a config schema', () => {
  it.each(ACCEPTED)('accepts %s', (_name, schema) => expect(errors(schema)).toEqual([]));
  it.each(REFUSED)('refuses %s', (_name, schema) => expect(errors(schema)).not.toEqual([]));

  it.each(REDOS)('the pattern %s, once accepted, ends at once on input that makes others hang', (pattern) => {
    const schema = one({ type: 'string', pattern });
    const compiled = compilePattern(pattern);
    expect(compiled === null).toBe(errors(schema).length > 0);
    if (!compiled) return;
    const ms = cpuMs(() => {
      for (const text of [`${'a'.repeat(50_000)}!`, `${'x'.repeat(50_000)}`, `${'1'.repeat(50_000)}!`])
        validateConfig(schema, { a: text });
    });
    expect(ms).toBeLessThan(2_000);
  });
});

describe('the cost of judging a config schema of 64 KiB', () => {
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
  const named = (count: number, name: (i: number) => string, value: JsonValue): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), value]));
  const alternatives = times(400).map((value): JsonObject => ({ const: value }));
  const objects = times(500).map((v): JsonObject => ({ v }));
  const lists = (items: JsonObject, value: JsonValue): JsonObject => one({ type: 'array', items, default: value });
  const COSTLY: [string, JsonObject, string][] = [
    ['alternatives times entries', lists({ anyOf: alternatives }, zeros(20_000)), 'config_schema_default'],
    [
      'choices times entries',
      lists(
        { enum: objects },
        objects.slice(400).flatMap(() => objects.slice(480)),
      ),
      'config_schema_default',
    ],
    [
      'patterns times names',
      one({
        type: 'object',
        patternProperties: named(100, (i) => `^(\\p{L}|a)*${i}$`, { type: 'integer' }),
        default: named(2_000, (i) => `abc${i}`, 1),
      }),
      'config_schema_default',
    ],
    [
      'repeats',
      { type: 'object', properties: named(200, (i) => `f${i}`, { pattern: '(x{0,900}|y{0,900})' }) },
      'config_schema_pattern',
    ],
    [
      'classes',
      { type: 'object', properties: named(200, (i) => `f${i}`, { pattern: '[\\p{L}\\p{N}\\p{S}]'.repeat(12) }) },
      'config_schema_pattern',
    ],
    ['nested repeats', one({ pattern: '(abcdefghijklmnopqrstuvwxyz){1000}' }), 'config_schema_pattern'],
  ];

  // Each of these took 2 to 126 seconds once.
  it.each(COSTLY)('%s ends at once and is refused', (_name, schema, code) => {
    let issues: ReturnType<typeof checkConfigSchema> = [];
    expect(cpuMs(() => (issues = checkConfigSchema(schema)))).toBeLessThan(1_000);
    expect(issues.map((issue) => issue.code)).toContain(code);
  });

  it('leaves room for a large honest form', () => {
    const field = {
      type: 'string',
      pattern: "^[\\p{L}\\p{N} .'-]{1,80}$",
      maxLength: 80,
      default: 'Some text of a usual length',
    };
    const plain = { type: 'string', pattern: '^[a-z0-9-]+$', default: 'a-usual-default-value' };
    const properties = { ...named(25, (i) => `n${i}`, field), ...named(150, (i) => `p${i}`, plain) };
    const tags = { type: 'array', items: { type: 'string', enum: times(100) }, uniqueItems: true, default: times(100) };
    expect(errors({ type: 'object', properties: { ...properties, tags } })).toEqual([]);
  });

  it('refuses a submitted value that would take too long, and nothing a person fills in', () => {
    const schema = { type: 'object', properties: { a: { type: 'array', items: { anyOf: alternatives } } } };
    expect(validateConfig(schema, { a: zeros(5_000) })).toMatchObject([{ code: 'config_too_costly' }]);
    expect(validateConfig(schema, { a: times(100) })).toEqual([]);
    const rows = {
      type: 'array',
      items: { type: 'object', properties: { a: { enum: times(100) }, b: { type: 'string', maxLength: 20 } } },
    };
    expect(validateConfig(one(rows), { a: times(1_000).map((b) => ({ a: 'v99', b })) })).toEqual([]);
  });
});

describe('a submitted value against a config schema', () => {
  const table = VALUES.filter(([schema]) => errors(one(schema)).length === 0);
  const said = (schema: JsonObject, value: JsonValue): boolean => validateConfig(schema, value).length === 0;

  it.each(
    table.map(([schema, good, bad]): [string, JsonValue, JsonValue[], JsonValue[]] => [
      JSON.stringify(schema),
      schema,
      good,
      bad,
    ]),
  )('%s', (_name, schema, good, bad) => {
    for (const value of good) expect([value, said(one(schema), { a: value })]).toEqual([value, true]);
    for (const value of bad) expect([value, said(one(schema), { a: value })]).toEqual([value, false]);
  });

  it('refuses a root that is not an object', () => {
    for (const value of [null, 1, 'x', [], true, undefined]) expect(validateConfig(one({}), value)).not.toEqual([]);
  });

  it('knows at least the keywords of the contract', () => {
    const known = JSON.stringify(table.map(([schema]) => schema));
    for (const keyword of ['required', 'properties', 'enum', 'minLength', 'minimum', 'maximum', 'items'])
      expect(known).toContain(`"${keyword}"`);
  });
});

const leaf = fc.constantFrom<JsonValue>(
  ...VALUES.filter(([schema]) => errors(one(schema)).length === 0).map(([schema]) => schema),
  { type: 'string', default: 'd' },
  { type: 'integer', default: 3 },
);
const schemaOf = (depth: number): fc.Arbitrary<JsonValue> =>
  depth === 0
    ? leaf
    : fc.oneof(
        { weight: 2, arbitrary: leaf },
        schemaOf(depth - 1).map((items): JsonValue => ({ type: 'array', items, maxItems: 3 })),
        fc
          .tuple(
            fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), schemaOf(depth - 1), { noNullPrototype: true }),
            fc.subarray(['a', 'b', 'toString']),
            fc.boolean(),
          )
          .map(([properties, required, open]): JsonValue => ({
            type: 'object',
            properties,
            required,
            additionalProperties: open,
          })),
      );
const valueOf = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(...VALUES.flatMap(([, good, bad]) => [...good, ...bad])),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('any schema and any value', () => {
  it('agrees with an independent JSON Schema validator', () => {
    fc.assert(
      fc.property(schemaOf(2), valueOf, (inner, value) => {
        const schema = one(inner);
        if (errors(schema).length > 0) return;
        const reference = new Validator(structuredClone(schema), '2020-12', false).validate({ a: value }).valid;
        expect(validateConfig(schema, { a: value }).length === 0).toBe(reference);
      }),
      { numRuns: 400 },
    );
  });

  it('fills in defaults that fit, twice the same, and never changes what was given', () => {
    fc.assert(
      fc.property(schemaOf(2), valueOf, (inner, value) => {
        const schema = one(inner);
        const before = JSON.stringify([schema, value]);
        const filled = applyDefaults(schema, { a: value });
        expect(JSON.stringify([schema, value])).toBe(before);
        expect(applyDefaults(schema, filled)).toEqual(filled);
        if (validateConfig(schema, { a: value }).length === 0) expect(filled).toMatchObject({ a: value as object });
      }),
    );
  });
});
