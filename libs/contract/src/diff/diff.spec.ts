import fc from 'fast-check';
import vectors from '../../vectors/diff.json';
import good from '../../vectors/manifests-good.json';
import type { JsonObject } from '../json/types.js';
import { readManifest } from '../manifest/read.js';
import type { CanonicalManifest } from '../manifest/canonical.js';
import { applyPatch } from '../testing/apply-patch.js';
import { diffManifests, needsConsent, needsReview } from './index.js';

const read = (value: unknown): CanonicalManifest => {
  const { manifest, issues } = readManifest(value);
  if (!manifest) throw new Error(JSON.stringify(issues));
  return manifest;
};
const structured = good.structured as unknown as JsonObject;
describe('the difference of two manifests', () => {
  it.each(vectors.cases)('agrees with the vector: $name', ({ base, patch, expect: wanted }) => {
    const before = (good as Record<string, unknown>)[base];
    const changes = diffManifests(read(before), read(applyPatch(before, patch)));
    const lineOf = ({ level, kind, pointer }: { level: string; kind: string; pointer: string }): string =>
      `${level} ${kind} ${pointer}`;
    expect(changes.map(lineOf).sort()).toEqual(wanted.map(lineOf).sort());
  });

  it('is empty for a manifest and itself', () => {
    for (const manifest of Object.values(good).filter((value) => typeof value === 'object')) {
      expect(diffManifests(read(manifest), read(structuredClone(manifest)))).toEqual([]);
    }
  });

  it('describes each change in one sentence', () => {
    const [change] = diffManifests(
      read(structured),
      read({ ...structured, quota: { ...good.structured.quota, limit: 7 } }),
    );
    expect(change).toEqual({
      kind: 'quota_limit',
      pointer: '/quota/limit',
      from: 100,
      to: 7,
      level: 'commercial',
      sentence: 'The usage cap changes from 100 to 7.',
    });
  });

  it('names the plan whose price changes, and the one that is gone', () => {
    const flat = structuredClone(good.flat);
    flat.pricing.plans[0]!.price_cents = 5900;
    flat.pricing.plans.pop();
    expect(diffManifests(read(good.flat), read(flat)).map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
      expect.stringMatching(/^commercial: The plan solo changes/),
      expect.stringMatching(/^commercial: The plan team is gone/),
    ]);
  });

  it('is breaking when the shape changes', () => {
    expect(diffManifests(read(good.flat), read(structured))[0]).toMatchObject({ kind: 'shape', level: 'breaking' });
  });

  it('requires review and consent by its level', () => {
    const of = (level: string) =>
      [{ kind: 'x', pointer: '', from: null, to: null, level, sentence: '' }] as Parameters<typeof needsReview>[0];
    const table = ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'].map((level) => [
      level,
      needsReview(of(level)),
      needsConsent(of(level)),
    ]);
    expect(table).toEqual([
      ['cosmetic', false, false],
      ['additive', false, false],
      ['consent', true, true],
      ['commercial', true, true],
      ['compliance', true, true],
      ['breaking', true, false],
    ]);
  });

  it('exists exactly when the two canonical manifests differ', () => {
    const tier = fc.constantFrom('free', 'pro');
    const list = fc.subarray(['install.created', 'install.revoked', 'brief_created']);
    const variant = fc
      .record({ tier, list, limit: fc.nat(2) })
      .map(({ tier: pricing_tier, list: events_emitted, limit }) => ({
        ...good.structured,
        events_emitted,
        drive: { ...good.structured.drive, pricing_tier },
        quota: { ...good.structured.quota, limit },
        permissions_requested: [],
      }));
    fc.assert(
      fc.property(variant, variant, (a, b) => {
        expect(diffManifests(read(a), read(b)).length === 0).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});
