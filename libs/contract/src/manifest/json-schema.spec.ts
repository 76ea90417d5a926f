import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
import cases from '../../vectors/manifests-cases.json';
import good from '../../vectors/manifests-good.json';
import type { JsonObject, JsonValue } from '../json/types.js';
import { manifestJsonSchema } from './json-schema.js';
import { readManifest } from './read.js';
import type { ManifestShape } from './types.js';

const validators = {
  structured: new Validator(manifestJsonSchema('structured') as object, '2020-12'),
  flat: new Validator(manifestJsonSchema('flat') as object, '2020-12'),
};
const fits = (shape: ManifestShape, value: unknown): boolean => validators[shape].validate(value).valid;

interface Patch {
  op: string;
  path: string;
  value?: JsonValue;
}

/** The vector's manifest: its base with the patch applied (add, replace and remove of RFC 6902). */
function patched(base: string, patch: readonly Patch[]): JsonObject {
  const manifest = structuredClone((good as Record<string, unknown>)[base]) as JsonObject;
  for (const { op, path: pointer, value } of patch) {
    const keys = pointer
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop()!;
    const parent = keys.reduce<Record<string, JsonValue>>((at, key) => at[key] as Record<string, JsonValue>, manifest);
    if (Array.isArray(parent))
      parent.splice(
        last === '-' ? parent.length : Number(last),
        op === 'add' ? 0 : 1,
        ...(op === 'remove' ? [] : [value!]),
      );
    else if (op === 'remove') delete parent[last];
    else parent[last] = value!;
  }
  return manifest;
}

/** What a schema can say; the other codes need code. */
const SAID = new Set([
  'field_missing',
  'field_type',
  'field_blank',
  'id_not_slug',
  'tagline_too_long',
  'category_unknown',
  'motion_unknown',
  'pricing_tier_unknown',
  'contract_version_invalid',
  'contract_version_unsupported',
  'contract_version_spelling',
  'endpoint_full_url',
  'quota_limit',
  'overage_policy_unknown',
  'config_schema_not_object',
  'config_schema_top_level',
  'currency_form',
  'price_cents',
  'event_kind_form',
  'embed_placeholder_missing',
]);

describe('the JSON Schema of a manifest', () => {
  it.each(Object.entries(good).filter(([name]) => name !== 'about'))(
    'fits the good manifest "%s"',
    (name, manifest) => {
      expect(fits(name === 'flat' ? 'flat' : 'structured', manifest)).toBe(true);
    },
  );

  const told = (
    cases.cases as { name: string; base: string; patch?: Patch[]; expect: { code: string; level: string }[] }[]
  ).filter(({ patch }) => patch !== undefined);

  it.each(told)('agrees with the rules: $name', ({ base, patch }) => {
    const manifest = patched(base, patch!);
    const { ok, shape, issues } = readManifest(manifest);
    if (shape !== 'structured' && shape !== 'flat') return;
    // Whatever the rules accept fits.
    if (ok) expect(fits(shape, manifest)).toBe(true);
    // What a schema can say, it says.
    const shouldSay = issues.some(({ level, code }) => level === 'error' && SAID.has(code));
    if (shouldSay) expect([issues.map(({ code }) => code), fits(shape, manifest)]).toEqual([expect.anything(), false]);
  });

  it.each([
    ['a support address for mail', { support_url: 'mailto:help@drive.example.com' }],
    ['no homepage', { homepage: null }],
    ['80 characters outside the first plane', { tagline: '😀'.repeat(80) }],
    ['a field that the contract may get later', { mascot: 'otter' }],
  ])('accepts with the rules: %s', (_what, fields) => {
    const manifest = patched('minimal', []);
    Object.assign(manifest.drive as JsonObject, fields);
    expect([readManifest(manifest).ok, fits('structured', manifest)]).toEqual([true, true]);
  });

  it.each(['structured', 'flat'] as const)('is shipped for the %s shape as it is made here', (shape) => {
    const file = path.resolve(__dirname, '../../schemas', `manifest-${shape}.schema.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(manifestJsonSchema(shape));
  });
});
