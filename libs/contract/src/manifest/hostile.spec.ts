import fc from 'fast-check';
import battery from '../../vectors/manifests-battery.json';
import { applyDefaults, checkConfigSchema, validateConfig } from '../config-schema/index.js';
import { KEYWORDS } from '../config-schema/keywords.js';
import { diffManifests } from '../diff/index.js';
import { hasErrors } from '../issue.js';
import { isObject, type JsonObject, type JsonValue } from '../json/index.js';
import { readManifest, readManifestDocument } from './index.js';
import { pathProblem } from './rules/endpoints.js';

const bases = Object.values(battery.bases) as unknown as JsonObject[];
const NAMES = ['a', 'b', 'type', 'properties', '$ref', 'default', 'toString', '', 'a/b', '~'];
const ODD: JsonValue[] = [
  'object',
  'string',
  'integer',
  '#',
  '#/properties/a',
  '#/$defs/a',
  '(a+)+$',
  '(?=a)',
  'email',
  1,
  -1,
  0.5,
  1e15,
  '',
  null,
  true,
  false,
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>);

/** Schemas whose keywords mostly have valid values, and sometimes any. */
const { schema: anySchema } = fc.letrec<{ schema: JsonValue; word: [string, JsonValue] }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.array(tie('word'), { maxLength: 5 }).map((words) => Object.fromEntries(words)),
  ),
  word: fc.constantFrom(...KEYWORDS.keys()).chain((key): fc.Arbitrary<[string, JsonValue]> => {
    const kind = KEYWORDS.get(key);
    const pair = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<[string, JsonValue]> => value.map((one) => [key, one]);
    if (kind === 'schema') return pair(fc.oneof({ weight: 9, arbitrary: tie('schema') }, odd));
    if (kind === 'schemas') return pair(fc.array(tie('schema'), { minLength: 1, maxLength: 3 }));
    if (kind === 'schema-map')
      return pair(fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3, noNullPrototype: true }));
    if (kind === 'type') return pair(fc.constantFrom('object', 'string', 'integer', 'array', 'boolean'));
    if (kind === 'count') return pair(fc.nat(3));
    if (kind === 'reference')
      return pair(fc.constantFrom('#', '#/properties/a', '#/$defs/a', '#/$defs/b', '#/default', 'x'));
    if (kind === 'names' || kind === 'list')
      return pair(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }));
    if (kind === 'pattern') return pair(fc.constantFrom('^a', '(a|b)*c', '\\p{L}{1,50}', '['));
    return pair(odd);
  }),
}));
const anyValue = fc.oneof(
  odd,
  fc.dictionary(fc.constantFrom(...NAMES), odd, { noNullPrototype: true }),
  fc.array(odd, { maxLength: 3 }),
);

/** A manifest with one value replaced anywhere. */
function exchanged(value: JsonValue, steps: readonly number[], replacement: JsonValue): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, JsonValue>;
  copy[key] = exchanged(copy[key] ?? null, rest, replacement);
  return copy as JsonValue;
}

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let i = 0; i < depth; i++) value = { properties: { a: value } };
  return value;
}

describe('hostile documents', () => {
  it('can be any JSON for the gate, and what it lets through can be used with any value', () => {
    let passed = 0;
    fc.assert(
      fc.property(anySchema, anyValue, (inner, value) => {
        const schema: JsonObject = isObject(inner)
          ? { ...inner, type: 'object' }
          : { type: 'object', additionalProperties: inner };
        if (hasErrors(checkConfigSchema(schema))) return;
        passed += 1;
        const issues = validateConfig(schema, value);
        expect(issues.length <= 200 && issues.every((issue) => issue.level === 'error')).toBe(true);
        if (isObject(value)) expect(isObject(applyDefaults(schema, value))).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(passed).toBeGreaterThan(50);
  });

  it('are read without a throw with any value anywhere, as a value and as a document', () => {
    const levels = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(fc.nat(20), { maxLength: 5 }),
        fc.oneof(odd, anySchema),
        (base, steps, value) => {
          const manifest = exchanged(base, steps, value);
          const reading = readManifest(manifest);
          expect(reading.ok).toBe(!hasErrors(reading.issues));
          const document = readManifestDocument(JSON.stringify(manifest), { envelope: 'optional' });
          const enveloped = isObject(manifest) && Object.hasOwn(manifest, 'ok');
          if (!enveloped && !document.issues.some(({ code }) => code.startsWith('json_')))
            expect(document.ok).toBe(reading.ok);
          if (reading.manifest) expect(diffManifests(reading.manifest, structuredClone(reading.manifest))).toEqual([]);
          for (const { level } of reading.issues) levels.add(level);
        },
      ),
      { numRuns: 400 },
    );
    expect([...levels].sort()).toEqual(['error', 'info', 'warning']);
  });

  const [flat = {}, structured = {}] = bases;
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  it.each([
    ['unknown capabilities', { ...flat, capabilities: many(19_000, (i) => `c${i}`) }, true],
    ['kinds of a wrong form', { ...structured, events_emitted: many(19_000, (i) => `E${i}`) }, false],
    ['empty routes', { ...flat, routes_exposed: many(9_000, () => ({})) }, false],
    [
      'equal plans',
      { ...flat, pricing: { model: 'm', currency: 'usd', plans: many(4_000, () => ({ id: 'x' })) } },
      false,
    ],
    ['unknown fields', { ...structured, ...Object.fromEntries(many(1_900, (i) => [`u${i}`, 1])) }, true],
    [
      'unknown keywords under a long name',
      {
        ...structured,
        config_schema: {
          type: 'object',
          properties: { ['n'.repeat(20_000)]: Object.fromEntries(many(1_900, (i) => [`z${i}`, 1])) },
        },
      },
      true,
    ],
  ])('with %s by the thousand have a report of bounded size and the right verdict', (_name, manifest, ok) => {
    const reading = readManifestDocument(JSON.stringify(manifest), { envelope: 'optional' });
    expect(reading.ok).toBe(ok);
    expect(reading.issues.length).toBeGreaterThan(0);
    expect(reading.issues.length).toBeLessThan(1_000);
    expect(JSON.stringify(reading.issues).length).toBeLessThan(400_000);
  });

  it.each([10, 1_000, 20_000])('of %i levels are refused, without an overflow', (depth) => {
    expect(hasErrors(checkConfigSchema({ type: 'object', ...nested(depth) }))).toBe(true);
    for (const base of bases) {
      for (const key of ['config_schema', 'name', 'drive', 'pricing', 'unknown']) {
        expect(() => readManifest({ ...base, [key]: nested(depth) })).not.toThrow();
      }
    }
  });
});

describe('a path of an endpoint', () => {
  it.each(['health', 'uninstall'])('of %s that is accepted is the path that is called, with its parameter', (name) => {
    const pieces = ['/', 'api', ':id', '.', '..', '-', '%2e', '%20', '~', '{id}', '?', '//'];
    const paths = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(paths, (path) => {
        if (pathProblem(name, path) !== null) return;
        expect(new URL(path, 'https://a.example').pathname).toBe(path);
        expect(path.split('/').filter((segment) => segment === ':id')).toHaveLength(name === 'uninstall' ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});
