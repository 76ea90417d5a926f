import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
import cases from '../../vectors/manifests-cases.json';
import good from '../../vectors/manifests-good.json';
import type { JsonObject, JsonValue } from '../json/types.js';
import { applyPatch, type Patch } from '../testing/apply-patch.js';
import { manifestJsonSchema } from './json-schema.js';
import { readManifest } from './read.js';
import type { ManifestShape } from './types.js';

const validators = {
  structured: new Validator(manifestJsonSchema('structured') as object, '2020-12'),
  flat: new Validator(manifestJsonSchema('flat') as object, '2020-12'),
};
const fits = (shape: ManifestShape, value: unknown): boolean => validators[shape].validate(value).valid;

/** The vector's manifest: its base with the patch applied. */
const patched = (base: string, patch: readonly Patch[]): JsonObject =>
  applyPatch((good as Record<string, unknown>)[base], patch);

/** Codes that a schema can express; the others need code. */
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
  'color_form',
  'price_cents',
  'event_kind_form',
  'embed_placeholder_missing',
  'route_path',
]);

/** Every field of a schema with its pointer, `*` for an element. */
function fields(schema: JsonObject, pointer = ''): [string, JsonObject][] {
  const items = schema.items ? fields(schema.items as JsonObject, `${pointer}/*`) : [];
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  return [
    ...items,
    ...members.flatMap(([key, at]): [string, JsonObject][] => [
      [`${pointer}/${key}`, at],
      ...fields(at, `${pointer}/${key}`),
    ]),
  ];
}

describe('the JSON Schema of a manifest', () => {
  it.each(Object.entries(good).filter(([name]) => name !== 'about'))(
    'fits the good manifest "%s"',
    (name, manifest) => {
      expect(fits(name === 'flat' ? 'flat' : 'structured', manifest)).toBe(true);
    },
  );

  const applicable = (
    cases.cases as { name: string; base: string; patch?: Patch[]; expect: { code: string; level: string }[] }[]
  ).filter(({ patch }) => patch !== undefined);

  it.each(applicable)('agrees with the rules: $name', ({ base, patch }) => {
    const manifest = patched(base, patch!);
    const { ok, shape, issues } = readManifest(manifest);
    if (shape !== 'structured' && shape !== 'flat') return;
    // Everything that the rules accept matches the schema.
    if (ok) expect(fits(shape, manifest)).toBe(true);
    // What a schema can express, it contains.
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

  it.each(['structured', 'flat'] as const)('describes every field of the %s shape', (shape) => {
    const described = fields(manifestJsonSchema(shape)).filter(([pointer]) => !pointer.endsWith('/*'));
    expect(described.length).toBeGreaterThan(15);
    for (const [, { description }] of described) expect(description).toMatch(/^\S.{5,158}\.$/s);
  });

  it('has examples that fit, and the defaults that the reader fills in', () => {
    const manifest = patched('minimal', []);
    Object.assign(manifest, { compliance: {} });
    const described = fields(manifestJsonSchema('structured'));
    for (const [pointer, { examples }] of described) {
      const example = (examples as JsonValue[] | undefined)?.[0];
      if (example !== undefined && !pointer.includes('*')) {
        const [key, member] = pointer.slice(1).split('/') as [string, string?];
        if (member) (manifest[key] as JsonObject)[member] = example;
        else manifest[key] = example;
      }
    }
    expect([readManifest(manifest).ok, fits('structured', manifest)]).toEqual([true, true]);
    const { compliance, routesExposed } = readManifest({ ...patched('minimal', []), compliance: {} }).manifest!;
    const notes = Object.fromEntries(described);
    expect(routesExposed).toEqual(notes['/routes_exposed']!.default);
    expect(compliance).toMatchObject({
      frameworks: notes['/compliance/frameworks']!.default,
      dataClasses: notes['/compliance/data_classes']!.default,
      dataResidency: notes['/compliance/data_residency']!.default,
      baaRequired: notes['/compliance/baa_required']!.default,
    });
  });

  it.each(['structured', 'flat'] as const)('is published for the %s shape as it is made here', (shape) => {
    const file = path.resolve(__dirname, '../../schemas', `manifest-${shape}.schema.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(manifestJsonSchema(shape));
  });
});
