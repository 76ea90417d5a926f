import fc from 'fast-check';
import battery from '../../vectors/manifests-battery.json';
import type { JsonObject, JsonValue } from '../json/index.js';
import { readManifest, type CanonicalManifest } from '../manifest/index.js';
import { diffManifests, needsConsent, needsReview, type ChangeLevel } from './index.js';

type Changes = Record<string, JsonValue | undefined>;
const bases = battery.bases as unknown as Record<string, JsonObject>;
const ORDER: ChangeLevel[] = ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'];

function edited(base: string, changes: Changes): JsonObject {
  const manifest = structuredClone(bases[base] ?? {});
  for (const [pointer, value] of Object.entries(changes)) {
    const keys = pointer.slice(1).split('/');
    const last = keys.pop() ?? '';
    let at = manifest as Record<string, JsonValue>;
    for (const key of keys) at = at[key] as Record<string, JsonValue>;
    if (value !== undefined) at[last] = value;
    else if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  }
  return manifest;
}
function canonical(base: string, changes: Changes): CanonicalManifest {
  const { manifest, issues } = readManifest(edited(base, changes));
  if (!manifest) throw new Error(JSON.stringify(issues));
  return manifest;
}
const worst = (levels: readonly ChangeLevel[]): string =>
  ORDER[Math.max(-1, ...levels.map((level) => ORDER.indexOf(level)))] ?? 'none';

const SCHEMA = '/config_schema';
const FIELDS = `${SCHEMA}/properties`;
const C = 'compliance';
/** base, change, the worst expected class, and the worst class of the reverse change. */
const TABLE: [base: string, changes: Changes, there: string, back: string][] = [
  ['B', {}, 'none', 'none'],
  ['B', { '/drive/name': 'Other' }, 'consent', 'consent'],
  ['B', { '/drive/tagline': 'Other' }, 'consent', 'consent'],
  ['B', { '/drive/homepage': null }, 'consent', 'consent'],
  ['B', { '/drive/accent_color': '#1f6f5c' }, 'cosmetic', 'cosmetic'],
  ['A', { '/accent_color': '#1f6f5c' }, 'cosmetic', 'cosmetic'],
  ['B', { '/drive/docs_url': 'https://scout.example.com/docs' }, 'cosmetic', 'cosmetic'],
  ['A', { '/docs_url': 'https://scout.example.com/docs' }, 'cosmetic', 'cosmetic'],
  ['B', { '/drive/support_url': 'https://scout.example.com/h2' }, 'consent', 'consent'],
  ['B', { '/drive/support_email': 'x@scout.example.com' }, 'consent', 'consent'],
  ['B', { '/drive/icon_url': 'https://scout.example.com/i2.png' }, 'consent', 'consent'],
  ['B', { '/drive/category': 'Sales' }, 'consent', 'consent'],
  ['B', { '/drive/motion': 'intel' }, 'cosmetic', 'cosmetic'],
  ['B', { '/support/status_page': 'https://s.example.com/' }, 'consent', 'consent'],
  ['B', { '/drive/id': 'other-scout' }, 'breaking', 'breaking'],
  ['B', { '/drive/pricing_tier': 'premium' }, 'commercial', 'commercial'],
  ['B', { '/drive/pricing_tier': 'free' }, 'commercial', 'commercial'],
  ['B', { '/contract_version': '1.1.0' }, 'additive', '*'],
  ['B', { '/permissions_requested': ['venture.read'] }, '*', '*'],
  ['B', { '/events_emitted/4': 'invoice.paid' }, 'additive', 'breaking'],
  ['B', { '/events_consumed/1': 'deal.stage_changed' }, 'consent', 'cosmetic'],
  ['B', { '/endpoints/metrics': '/api/platform/numbers' }, 'breaking', 'breaking'],
  ['B', { '/endpoints/install': '/api/platform/add' }, 'breaking', 'breaking'],
  ['B', { '/quota/limit': 400 }, 'commercial', '*'],
  ['B', { '/quota/overage_policy': 'meter' }, 'commercial', 'commercial'],
  ['B', { '/quota/unit': 'api_calls_per_day' }, 'commercial', 'commercial'],
  ['B', { '/compliance/frameworks': ['hipaa', 'soc2'] }, C, C],
  ['B', { '/compliance/data_classes': ['phi', 'pii'] }, C, C],
  ['B', { '/compliance/data_residency': ['eu'] }, C, C],
  ['B', { '/compliance/subprocessors_url': 'https://scout.example.com/s2' }, C, C],
  ['B', { '/compliance/baa_required': false }, C, C],
  ['B', { '/compliance/encryption_at_rest': 'none' }, C, C],
  ['B', { '/compliance/encryption_in_transit': 'none' }, C, C],
  [
    'B',
    {
      '/install_returns/host_origin': 'https://cdn2.example.com',
      '/install_returns/embed_snippet':
        '<script src="https://cdn2.example.com/w.js" data-t="{{scoped_token}}"></script>',
    },
    'review',
    'review',
  ],
  ['B', { '/install_returns/embed_snippet': '<b data-token="{{scoped_token}}"></b>' }, 'review', 'review'],
  ['B', { '/install_returns/token_prefix': 'other_' }, 'cosmetic', 'cosmetic'],
  ['B', { [`${FIELDS}/tone`]: { type: 'string' } }, 'additive', 'breaking'],
  [
    'B',
    { [`${FIELDS}/tone`]: { type: 'string', default: 'x' }, [`${SCHEMA}/required`]: ['language', 'tone'] },
    'additive',
    'breaking',
  ],
  [
    'B',
    { [`${FIELDS}/tone`]: { type: 'string' }, [`${SCHEMA}/required`]: ['language', 'tone'] },
    'breaking',
    'breaking',
  ],
  ['B', { [`${FIELDS}/language/enum`]: ['de', 'en', 'fr'] }, 'additive', 'breaking'],
  ['B', { [`${FIELDS}/language/title`]: 'Language' }, 'cosmetic', 'cosmetic'],
  ['B', { [`${FIELDS}/language/minLength`]: 2 }, 'breaking', 'additive'],
  ['B', { [`${FIELDS}/language`]: { type: 'integer', default: 1 } }, 'breaking', 'breaking'],
  ['B', { '/capabilities/4': undefined }, 'breaking', '*'],
  ['A', {}, 'none', 'none'],
  ['A', { '/name': 'Other' }, 'consent', 'consent'],
  ['A', { '/description': 'Other' }, 'consent', 'consent'],
  ['A', { '/permissions_requested/2': 'billing.read' }, 'consent', 'cosmetic'],
  ['A', { '/pricing/plans/0/price_cents': 2900 }, 'commercial', 'commercial'],
  ['A', { '/pricing/plans/0/interval': 'year' }, 'commercial', 'commercial'],
  ['A', { '/pricing/currency': 'eur' }, 'commercial', 'commercial'],
  ['A', { '/pricing/model': 'usage' }, 'commercial', 'commercial'],
  ['A', { '/pricing/plans/0/id': 'duo' }, 'commercial', 'commercial'],
  [
    'A',
    { '/pricing/plans/1': { id: 'team', name: 'Team', price_cents: 9900, interval: 'month' } },
    'commercial',
    'commercial',
  ],
  ['A', { '/pricing': undefined }, 'commercial', 'commercial'],
  ['A', { '/routes_exposed/1': { path: '/scout/b', label: 'B', icon: 'b' } }, 'additive', 'breaking'],
  ['A', { '/routes_exposed/0/label': 'Other' }, 'cosmetic', 'cosmetic'],
  ['A', { '/contract_version': 'v1.1' }, 'additive', '*'],
];

const fits = (expected: string, changes: ReturnType<typeof diffManifests>): boolean => {
  if (expected === '*') return changes.length > 0;
  return expected === 'review' ? needsReview(changes) : worst(changes.map(({ level }) => level)) === expected;
};

describe('the class of a change by the contract', () => {
  it.each(TABLE.map((row): [string, (typeof TABLE)[number]] => [JSON.stringify(row).slice(0, 110), row]))(
    'is right for %s',
    (_name, [base, changes, there, back]) => {
      const [from, to] = [canonical(base, {}), canonical(base, changes)];
      for (const [expected, found] of [
        [there, diffManifests(from, to)],
        [back, diffManifests(to, from)],
      ] as const) {
        if (!fits(expected, found))
          throw new Error(
            `expected ${expected}: ${JSON.stringify(found.map(({ kind, level }) => `${kind} ${level}`))}`,
          );
      }
    },
  );

  it('is breaking for another shape', () => {
    expect(worst(diffManifests(canonical('A', {}), canonical('B', {})).map(({ level }) => level))).toBe('breaking');
  });

  const pick = (base: string): fc.Arbitrary<Changes> =>
    fc
      .subarray(
        TABLE.filter(([of, changes]) => of === base && !Object.values(changes).includes(undefined)).map(
          ([, changes]) => changes,
        ),
        { maxLength: 6 },
      )
      .map((all) => Object.assign({}, ...all) as Changes);

  it.each(['A', 'B'])(
    'for several changes of %s is never lower than the worst of them, and nothing changes into itself',
    (base) => {
      const from = canonical(base, {});
      fc.assert(
        fc.property(pick(base), pick(base), (one, two) => {
          const [a, b] = [edited(base, one), edited(base, { ...one, ...two })].map(
            (value) => readManifest(value).manifest,
          );
          if (!a || !b) return;
          expect(diffManifests(a, structuredClone(a))).toEqual([]);
          const all = diffManifests(from, a).map(({ level }) => ORDER.indexOf(level));
          for (const [pointer, value] of Object.entries(one)) {
            // Making a field required alone differs from doing so together with a default.
            const alone = readManifest(edited(base, { [pointer]: value })).manifest;
            if (!alone || pointer.endsWith('/required')) continue;
            const single = diffManifests(from, alone).map(({ level }) => ORDER.indexOf(level));
            expect(Math.max(-1, ...all)).toBeGreaterThanOrEqual(Math.max(-1, ...single));
          }
          const [ab, ba] = [diffManifests(a, b), diffManifests(b, a)];
          expect(ab.length > 0).toBe(ba.length > 0);
          for (const change of [...ab, ...ba]) {
            expect(change.sentence.length).toBeGreaterThan(2);
            expect(needsReview([change]) || ['cosmetic', 'additive'].includes(change.level)).toBe(true);
            if (needsConsent([change])) expect(needsReview([change])).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
