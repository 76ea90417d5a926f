import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { cpuMs } from '../../../../test/support/processes/cpu-time.js';
import type { JsonObject, JsonValue } from '../json/types.js';
import { FORMAT_NAMES } from './formats.js';
import { applyDefaults, checkConfigSchema, CONFIG_SCHEMA_LIMITS, validateConfig } from './index.js';

const form = (properties: unknown, rest: object = {}): JsonObject =>
  ({ type: 'object', properties, ...rest }) as JsonObject;
const one = (schema: unknown): JsonObject => form({ a: schema });
const gate = (schema: unknown): string[] => checkConfigSchema(schema).map(({ code, pointer }) => `${code} ${pointer}`);
const check = (property: unknown, value: unknown): string[] =>
  validateConfig(one(property), { a: value }).map(({ code, pointer }) => `${code} ${pointer}`);
const times = (count: number): string[] => Array.from({ length: count }, (_, i) => `v${i}`);

const LOST_AT = 'config_schema_ref_lost /properties/a/$ref';

/** Values that a keyword refuses, by keyword: each of them is an error at the keyword, or at the map that has it. */
const WRONG_VALUES: Readonly<Record<string, unknown[]>> = {
  type: ['String', 'int', 'float', 'any', '', 1, null, {}, [], ['string', 'text']],
  required: [null, {}, 'a', true, [1], ['a', 'a']],
  properties: [null, [], 'a', 1, true, { b: null }, { b: 1 }, { b: 'string' }, { b: [] }],
  enum: [null, {}, 'a', 1],
  minLength: [-1, 1.5, '1', null, true],
  minimum: ['1', null, true, [], {}],
  multipleOf: [0, -1, '1'],
  items: [null, 1, 'string'],
};
const WRONG_DEFAULTS: [schema: JsonObject, values: unknown[]][] = [
  [{ type: 'string' }, [7, null, true, [], {}]],
  [{ type: 'integer' }, ['1', 1.5, null, true]],
  [{ type: 'boolean' }, ['true', 0, 1, null]],
  [{ type: 'string', minLength: 2, pattern: '^x+$' }, ['x', 'yy']],
  [{ type: 'string', maxLength: 80 }, ['\ud83d\ude80'.repeat(81)]],
  [{ type: 'number', minimum: 4, maximum: 5 }, [3, 5.01]],
  [{ type: 'array', items: { type: 'integer' } }, [[1, '2']]],
  [{ type: 'object', required: ['b'], properties: { b: { type: 'string' } } }, [{}]],
];
const PATTERNS = ['(a+)+$\\1', '(?=a)b', '(?!a)', '(?<=a)b', '(?<!a)b', '(', '[', 'a{2,1}', '*', '\\', '(?<n>a)\\k<n>'];
const LOST = ['#anchor', '#/$defs/none', '#/x-store', '#/properties', '#/properties/b/default'];
const REMOTE = [
  'https://evil.example.com/s.json',
  'file:///etc/passwd',
  '//evil.example.com/x',
  'other.json',
  'urn:x',
  '',
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

/** Schemas of one field, and values for any of them. */
const LEAVES: JsonValue[] = [
  ...['string', 'integer', 'number', 'boolean', 'array', 'object'].map((type): JsonValue => ({ type })),
  { type: 'string', minLength: 2, maxLength: 3 },
  { type: 'integer', minimum: 1, maximum: 3 },
  { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 },
  { type: 'integer', multipleOf: 3 },
  { enum: ['a', 1, null, [1], { b: 2, c: 3 }] },
  { const: { a: [1] } },
  { enum: [{}] },
  { type: 'string', enum: ['toString'] },
  { type: 'string', pattern: 'b+' },
  { type: 'string', pattern: '^\\p{L}+$' },
  { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
  { type: 'array', uniqueItems: true },
  { type: 'object', properties: { b: { type: 'integer' }, toString: {} }, required: ['toString', 'b'] },
  { type: 'object', properties: { b: { type: 'integer' } }, additionalProperties: false },
  { type: 'object', additionalProperties: { type: 'boolean' } },
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 5 }] },
  { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] },
  { allOf: [{ minimum: 1 }, { maximum: 2 }], type: 'number' },
  { not: { const: 'x' }, type: 'string' },
  { type: 'string', default: 'd' },
  { type: 'integer', default: 3 },
];
const SAMPLES: JsonValue[] = [
  ...[
    '',
    'x',
    'a',
    'ab',
    'abcd',
    '1',
    'toString',
    '\u0000',
    '\ud83d\ude80',
    '\ud83d\ude80\ud83d\ude80',
    'e\u0301',
    '\u5e33',
  ],
  ...[0, -1, 1, 2, 3, 4, 5, 6, 1.5, 5.5, -6, 9_007_199_254_740_991, null, true, false],
  ...[[], {}, [1], [1, 1], [1, 2, 3], [1, '1', true], [[1], [1]], { length: 0 }, { a: [1] }, { b: 1 }, { c: 3, b: 2 }],
  ...[
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    { toString: 1, b: 1 },
    { b: 1, toString: 2, x: true },
    { valueOf: null },
  ],
];

describe('the gate for a config schema', () => {
  it.each(['emial', 'color', 'int32', '', 'Email', 'toString'])(
    'says that the format %j is not known, which is no error, wherever it stands',
    (format) => {
      const schema = form({ a: { type: 'array', items: { type: 'string', format } } });
      expect(checkConfigSchema(schema).map(({ code, level, pointer }) => [code, level, pointer])).toEqual([
        ['config_schema_format_unknown', 'warning', '/properties/a/items/format'],
      ]);
    },
  );

  it.each(FORMAT_NAMES)('knows the format %s, and a field of it can be filled in', (format) =>
    expect(gate(form({ a: { type: 'string', format, maxLength: 40 } }, { required: ['a'] }))).toEqual([]),
  );

  it.each([
    [{ type: 'object' }, []],
    [form({ a: { type: 'string' } }), []],
    [form({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'string' } } }), []],
    [form({ a: { type: ['string', 'null'], default: null } }), []],
    [form({ a: true, b: false }), []],
    [null, ['config_schema_not_object ']],
    [{}, ['config_schema_top_level ']],
    [{ type: ['object'] }, ['config_schema_top_level /type']],
    [form({ a: { enum: [] } }), ['config_schema_enum /properties/a/enum']],
    [form({ a: { pattern: 'a'.repeat(256) } }), []],
    [form({ a: { pattern: 'a'.repeat(257) } }), ['config_schema_pattern /properties/a/pattern']],
    [form({}, { patternProperties: { '(?!a)': {} } }), ['config_schema_pattern /patternProperties/(?!a)']],
    [form({ a: { minItems: 2, maxItems: 1 } }), ['config_schema_range /properties/a/minItems']],
    [form({ a: { items: { type: 'string', default: 1 } } }), ['config_schema_default /properties/a/items/default']],
    [
      form({ a: { $ref: '#/$defs/x', default: 1 } }, { $defs: { x: { type: 'string' } } }),
      ['config_schema_default /properties/a/default'],
    ],
    [form({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), []],
    [form({}, { $schema: 'https://a.example/' }), ['config_schema_dialect /$schema']],
    [one({ $ref: '#' }), ['config_schema_ref_recursive ']],
    ...['default', 'enum', 'const', 'examples', '$ref'].map((name): [unknown, string[]] => [
      form({ [name]: { $ref: '#' } }),
      ['config_schema_ref_recursive '],
    ]),
    [one({ $ref: '#/$defs/x', $dynamicRef: '#x' }), ['config_schema_keyword /properties/a/$dynamicRef', LOST_AT]],
    [one({ pattern: '((a{1,100}){1,100}){1,100}' }), ['config_schema_pattern /properties/a/pattern']],
    [one({ type: 'string', title: 't', examples: ['x'] }), []],
    [one({ type: 'string', maxLength: 80, default: '\ud83d\ude80'.repeat(80) }), []],
    [
      form({ type: { type: 'string' }, $ref: { type: 'string' }, enum: { type: 'string' } }, { required: ['type'] }),
      [],
    ],
    [form({ toString: { type: 'string' }, hasOwnProperty: { type: 'integer' } }), []],
    [
      form({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } }),
      ['config_schema_ref_recursive '],
    ],
    [form({ a: { unevaluatedProperties: false } }), ['config_schema_keyword /properties/a/unevaluatedProperties']],
  ])('judges %j: %j', (schema, expected) => {
    expect(gate(schema)).toEqual(expected);
  });

  it('refuses wrong values of keywords, wrong defaults, other patterns than RE2’s and references to elsewhere', () => {
    for (const [keyword, values] of Object.entries(WRONG_VALUES))
      for (const value of values)
        expect(gate(one({ [keyword]: value }))).toEqual([`config_schema_keyword_value /properties/a/${keyword}`]);
    for (const [schema, values] of WRONG_DEFAULTS)
      for (const value of values)
        expect(gate(one({ ...schema, default: value }))).toEqual(['config_schema_default /properties/a/default']);
    for (const pattern of PATTERNS)
      expect([pattern, gate(one({ pattern }))]).toEqual([pattern, ['config_schema_pattern /properties/a/pattern']]);
    const hidden = { default: { pattern: '(' }, enum: [{ pattern: '(' }] };
    for (const $ref of LOST)
      expect(gate(form({ a: { $ref }, b: hidden }, { 'x-store': { pattern: '(?=' } }))).toContain(LOST_AT);
    for (const $ref of REMOTE) expect(gate(one({ $ref }))).toEqual(['config_schema_ref_remote /properties/a/$ref']);
  });

  it('accepts a schema at each limit and refuses one above it', () => {
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
    for (const depth of [maxDepth + 1, 1_000]) expect(gate(nested(depth))[0]).toMatch(/^config_schema_too_deep/);
    const empty = JSON.stringify(form({}, { title: '' })).length;
    expect(gate(form({}, { title: 'x'.repeat(maxBytes - empty) }))).toEqual([]);
    for (const title of ['x'.repeat(maxBytes - empty + 1), '\u20ac'.repeat(22_000)])
      expect(gate(form({}, { title }))).toEqual(['config_schema_too_large ']);
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

  it.each(REDOS)('tests the pattern %s without a hang on input that makes others hang', (pattern) => {
    const schema = one({ type: 'string', pattern });
    if (gate(schema).length > 0) return;
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
  it.each(COSTLY)('%s are refused at once', (_name, schema, code) => {
    let issues: ReturnType<typeof checkConfigSchema> = [];
    expect(cpuMs(() => (issues = checkConfigSchema(schema)))).toBeLessThan(1_000);
    expect(issues.map((issue) => issue.code)).toContain(code);
  });

  it('allows a large honest form', () => {
    const field = {
      type: 'string',
      pattern: "^[\\p{L}\\p{N} .'-]{1,80}$",
      maxLength: 80,
      default: 'Some text of a usual length',
    };
    const plain = { type: 'string', pattern: '^[a-z0-9-]+$', default: 'a-usual-default-value' };
    const properties = { ...named(25, (i) => `n${i}`, field), ...named(150, (i) => `p${i}`, plain) };
    const tags = { type: 'array', items: { type: 'string', enum: times(100) }, uniqueItems: true, default: times(100) };
    expect(gate({ type: 'object', properties: { ...properties, tags } })).toEqual([]);
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
    ...(
      [
        ['idn-email', ['jörg@bücher.example'], ['jörg']],
        ['ipv6', ['2001:db8::1', '::', '::ffff:192.0.2.1'], ['192.0.2.1', '1:2:3', '2001:db8::g', 'fe80::1%eth0']],
        ['duration', ['P1D', 'PT30M', 'P2W', 'P1Y2M3DT4H5M6S'], ['', 'P', 'PT', '1D', 'P1S', '30 minutes']],
        ['regex', ['^a+$', '[a-z]*'], ['(', '[', 'a{2,1}', '*']],
        ['json-pointer', ['', '/a/0', '/~0~1'], ['a', '/~2', '#/a']],
        ['uri-reference', ['/a?b#c', 'https://a.example', ''], ['a b', 'http://[']],
        ['iri', ['https://bücher.example/ä'], ['bücher']],
        ['idn-hostname', ['bücher.example', 'a.example'], ['a b', 'a/b', '', 'a:80', '-a.example']],
        ['password', ['x'], []],
      ] as const
    ).flatMap(([format, right, wrong]): [object, string, string[]][] => [
      ...right.map((value): [object, string, string[]] => [{ format }, value, []]),
      ...wrong.map((value): [object, string, string[]] => [{ format }, value, ['config_format /a']]),
    ]),
    [
      { type: 'string', minLength: 3, pattern: '^x', enum: ['xyz'] },
      'a',
      ['config_enum /a', 'config_min_length /a', 'config_pattern /a'],
    ],
  ])('%j and %j: %j', (property, value, expected) => {
    expect(check(property, value)).toEqual(expected);
  });

  it('refuses a root that is not an object', () => {
    for (const value of [null, 1, 'x', [], true, undefined]) expect(validateConfig(one({}), value)).not.toEqual([]);
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

  it('fill in only what is absent, nested values too, and leave the input unchanged', () => {
    const value = { tone: 'warm', deep: {} };
    expect(applyDefaults(schema, value)).toEqual({ tone: 'warm', deep: { on: false }, list: [1], ref: 7 });
    expect(value).toEqual({ tone: 'warm', deep: {} });
    expect(applyDefaults(schema, {})).toEqual({ tone: 'plain', deep: { on: false }, list: [1], ref: 7 });
  });

  it('are not shared between results', () => {
    (applyDefaults(schema, {}).list as number[]).push(2);
    expect(applyDefaults(schema, {}).list).toEqual([1]);
  });
});

const schemaOf = (depth: number): fc.Arbitrary<JsonValue> =>
  depth === 0
    ? fc.constantFrom(...LEAVES)
    : fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...LEAVES) },
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
    fc.constantFrom(...SAMPLES),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('any schema and any value', () => {
  it('get the verdict of an independent JSON Schema validator', () => {
    fc.assert(
      fc.property(schemaOf(2), valueOf, (inner, value) => {
        const schema = one(inner);
        if (gate(schema).length > 0) return;
        const reference = new Validator(structuredClone(schema), '2020-12', false).validate({ a: value }).valid;
        expect(validateConfig(schema, { a: value }).length === 0).toBe(reference);
      }),
      { numRuns: 400 },
    );
  });

  it('get defaults that fit, twice the same, and the given value is never changed', () => {
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
