import { Validator } from '@cfworker/json-schema';
import battery from '../../vectors/manifests-battery.json';
import { isObject, type JsonObject, type JsonValue } from '../json/index.js';
import { manifestJsonSchema, readManifest, readManifestDocument } from './index.js';

type Edit = [base: string, verdict: string, pointer: string, changes: JsonObject];
type Field = [base: string, pointer: string, type: string, needed: boolean, blank: string];

const schemas = {
  flat: new Validator(manifestJsonSchema('flat') as object, '2020-12'),
  structured: new Validator(manifestJsonSchema('structured') as object, '2020-12'),
};
const bases = battery.bases as unknown as Record<string, JsonObject>;
/** Shape A always has the issue that its events are assumed. */
const ASSUMED = 'warning ';
const REMOVE: JsonObject = { $remove: true };
const clone = (base: string): JsonObject => structuredClone(bases[base] ?? {});
const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

function expanded(value: JsonValue): JsonValue {
  if (!isObject(value) || !Array.isArray(value.$repeat)) return value;
  const [text, times] = value.$repeat;
  return String(text).repeat(Number(times));
}

function put(manifest: JsonObject, pointer: string, value: JsonValue): JsonObject {
  const keys = keysOf(pointer);
  const last = keys.pop() ?? '';
  let at = manifest as Record<string, JsonValue>;
  for (const key of keys) at = at[key] as Record<string, JsonValue>;
  if (isObject(value) && value.$remove === true) delete at[last];
  else at[last] = expanded(value);
  return manifest;
}

/** Issues as `level pointer`, after checking that a document of the same value has the same ones. */
function said(manifest: JsonObject): string[] {
  const reading = readManifest(manifest);
  expect(reading.ok).toBe(!reading.issues.some((issue) => issue.level === 'error'));
  expect(reading.manifest === null).toBe(!reading.ok);
  if (reading.manifest) expect(schemas[reading.manifest.shape].validate(manifest)).toMatchObject({ valid: true });
  const flat = (issues: typeof reading.issues): string[] => issues.map((i) => `${i.level} ${i.pointer} ${i.code}`);
  const bare = readManifestDocument(JSON.stringify(manifest), { envelope: 'optional' });
  const data = { ok: true, data: manifest, meta: { version: 'v1', generated_at: '2026-01-01T00:00:00.000Z' } };
  const served = readManifestDocument(JSON.stringify(data), { envelope: 'required' });
  // Values that received JSON cannot contain (an unsafe number, NUL) are refused before any rule.
  const unread = bare.issues.find((issue) => issue.code.startsWith('json_'));
  if (unread) return reading.issues.map((issue) => `${issue.level} ${issue.pointer}`);
  expect([flat(bare.issues), bare.digest]).toEqual([flat(reading.issues), reading.digest]);
  expect([flat(served.issues), served.digest]).toEqual([flat(reading.issues), reading.digest]);
  return reading.issues.map((issue) => `${issue.level} ${issue.pointer}`);
}

function holds(verdict: string, pointer: string, issues: string[]): boolean {
  const errors = issues.filter((line) => line.startsWith('error '));
  const here = (line: string): boolean => pointer === '*' || line.endsWith(` ${pointer}`);
  if (verdict === 'clean') return issues.every((line) => line === ASSUMED);
  if (verdict === 'accept') return errors.length === 0;
  if (verdict === 'mixed') return issues.length === 1 && errors.length === 1;
  if (verdict === 'errors') return errors.length > 0 && errors.every(here);
  if (verdict === 'error') return errors.length === 1 && errors.every(here);
  return errors.length === 0 && issues.some((line) => line.startsWith(`${verdict} `) && here(line));
}

const ARRAYS: JsonValue[] = [[], ['x']];
const WRONG: Record<string, JsonValue[]> = {
  string: [null, true, 7, {}, ...ARRAYS],
  'string?': [false, 7, {}, ...ARRAYS],
  strings: [null, true, 7, 'x', {}],
  array: [null, true, 7, 'x', {}],
  object: [null, true, 7, 'x', ...ARRAYS],
  number: [null, true, '1', {}, ...ARRAYS],
  integer: [null, true, '7', 1.5, {}, ...ARRAYS],
  boolean: [null, 0, 1, 'true', '', {}, ...ARRAYS],
};

function generated(): Edit[] {
  return (battery.fields as unknown as Field[]).flatMap(([base, pointer, type, needed, blank]) => {
    const edits = (WRONG[type] ?? []).map((value): Edit => [base, 'error', pointer, { [pointer]: value }]);
    if (type === 'strings') {
      for (const item of [null, 1, ['x']]) edits.push([base, 'error', `${pointer}/0`, { [pointer]: [item] }]);
    }
    if (!pointer.endsWith('/0')) {
      edits.push([base, needed ? 'error' : 'accept', pointer, { [pointer]: REMOVE }]);
    }
    if (blank !== '') edits.push([base, blank, pointer, { [pointer]: '' }]);
    return edits;
  });
}

const title = ([base, verdict, pointer, changes]: Edit): string =>
  `${base} ${JSON.stringify(changes).slice(0, 90)}: ${verdict} ${pointer}`;
const cases = [...(battery.edits as unknown as Edit[]), ...generated()].map((edit): [string, Edit] => [
  title(edit),
  edit,
]);

describe('the verdict on a manifest, field by field from the contract', () => {
  it.each(cases)('is right for %s', (_title, [base, verdict, pointer, changes]) => {
    const manifest = clone(base);
    for (const [at, value] of Object.entries(changes)) put(manifest, at, value as JsonValue);
    const issues = said(manifest);
    if (!holds(verdict, pointer, issues)) throw new Error(`expected ${verdict} ${pointer}, got ${issues.join('; ')}`);
  });
});
