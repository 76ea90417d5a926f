import fc from 'fast-check';
import good from '../../vectors/manifests-good.json';
import type { JsonObject } from '../json/types.js';
import { readManifest } from '../manifest/read.js';
import type { CanonicalManifest } from '../manifest/types.js';
import { diffManifests, needsConsent, needsReview } from './index.js';

const read = (value: unknown): CanonicalManifest => {
  const { manifest, issues } = readManifest(value);
  if (!manifest) throw new Error(JSON.stringify(issues));
  return manifest;
};
const structured = good.structured as unknown as JsonObject;
type Edit = (manifest: typeof good.structured) => void;
const diff = (edit: Edit, before: Edit = () => undefined): string[] => {
  const [a, b] = [structuredClone(good.structured), structuredClone(good.structured)];
  before(a);
  edit(b);
  return diffManifests(read(a), read(b)).map(({ level, kind, pointer }) => `${level} ${kind} ${pointer}`);
};
const schema = (m: typeof good.structured): JsonObject => m.config_schema as unknown as JsonObject;
const properties = (m: typeof good.structured): Record<string, JsonObject> =>
  schema(m).properties as unknown as Record<string, JsonObject>;

describe('manifest diff', () => {
  const table: [string, Edit, string[]][] = [
    ['version', (m) => (m.drive.version = '1.5.0'), ['cosmetic version /drive/version']],
    ['name', (m) => (m.drive.name = 'New'), ['cosmetic name /drive/name']],
    ['tagline', (m) => (m.drive.tagline = 'New'), ['cosmetic tagline /drive/tagline']],
    ['id', (m) => (m.drive.id = 'other'), ['breaking id /drive/id']],
    ['tier', (m) => (m.drive.pricing_tier = 'pro'), ['commercial pricing_tier /drive/pricing_tier']],
    [
      'order of lists',
      (m) => {
        m.capabilities.reverse();
        m.events_emitted.reverse();
      },
      [],
    ],
    ['spelling of a kind', (m) => (m.events_emitted[0] = 'install_created'), []],
    [
      'new emitted kind',
      (m) => m.events_emitted.push('brief_created'),
      ['additive event_emitted_added /events_emitted'],
    ],
    ['lost emitted kind', (m) => m.events_emitted.pop(), ['breaking event_emitted_removed /events_emitted']],
    [
      'new consumed kind',
      (m) => (m.events_consumed as string[]).push('contact.created'),
      ['consent permission_added /permissions_requested', 'consent event_consumed_added /events_consumed'],
    ],
    [
      'new capability',
      (m) => m.capabilities.push('audit_export'),
      ['consent permission_added /permissions_requested', 'compliance capability_added /capabilities'],
    ],
    ['lost capability', (m) => m.capabilities.splice(2, 1), ['breaking capability_removed /capabilities']],
    ['endpoint moved', (m) => (m.endpoints.metrics = '/m'), ['breaking endpoint /endpoints/metrics']],
    ['receive added', (m) => Object.assign(m.endpoints, { receive: '/r' }), ['additive endpoint /endpoints/receive']],
    ['quota raised', (m) => (m.quota.limit = 101), ['additive quota_limit /quota/limit']],
    ['quota lowered', (m) => (m.quota.limit = 99), ['commercial quota_limit /quota/limit']],
    ['overage', (m) => (m.quota.overage_policy = 'meter'), ['commercial quota_policy /quota/overage_policy']],
    [
      'residency',
      (m) => (m.compliance.data_residency = ['us']),
      [
        'compliance data_residency_added /compliance/data_residency',
        'compliance data_residency_removed /compliance/data_residency',
      ],
    ],
    ['baa', (m) => (m.compliance.baa_required = true), ['compliance baa_required /compliance/baa_required']],
    ['support', (m) => (m.support.status_page = 'x'), ['cosmetic status_page /support/status_page']],
    [
      'embed origin',
      (m) => (m.install_returns.host_origin = 'https://evil.example'),
      ['consent host_origin /install_returns/host_origin'],
    ],
    ['contract minor', (m) => (m.contract_version = '1.1.0'), ['additive contract_version /contract_version']],
    [
      'routes',
      (m) => Object.assign(m, { routes_exposed: [{ path: '/cs', label: 'CS', icon: 'x' }] }),
      ['additive route_added /routes_exposed'],
    ],
    [
      'setting added',
      (m) => (properties(m).more = { type: 'string' }),
      ['additive config_property_added /config_schema/properties/more'],
    ],
    [
      'setting removed',
      (m) => delete properties(m).topics,
      ['breaking config_property_removed /config_schema/properties/topics'],
    ],
    [
      'setting required',
      (m) => (schema(m).required = ['tone', 'topics']),
      ['breaking config_required_added /config_schema/required'],
    ],
    [
      'setting required with default',
      (m) => (schema(m).required = ['tone', 'articles']),
      ['additive config_required_added /config_schema/required'],
    ],
    [
      'setting optional',
      (m) => delete schema(m).required,
      ['additive config_required_removed /config_schema/required'],
    ],
    [
      'type',
      (m) => (properties(m).articles = { type: 'string' }),
      [
        'breaking config_rule /config_schema/properties/articles/type',
        'additive config_rule /config_schema/properties/articles/minimum',
        'additive config_rule /config_schema/properties/articles/maximum',
        'cosmetic config_text /config_schema/properties/articles/default',
      ],
    ],
    [
      'enum wider',
      (m) => (properties(m).tone!.enum = ['plain', 'warm', 'loud']),
      ['additive config_rule /config_schema/properties/tone/enum'],
    ],
    [
      'enum narrower',
      (m) => (properties(m).tone!.enum = ['plain']),
      ['breaking config_rule /config_schema/properties/tone/enum'],
    ],
    [
      'minimum lower',
      (m) => (properties(m).articles!.minimum = 0),
      ['additive config_rule /config_schema/properties/articles/minimum'],
    ],
    [
      'minimum higher',
      (m) => (properties(m).articles!.minimum = 2),
      ['breaking config_rule /config_schema/properties/articles/minimum'],
    ],
    [
      'maximum higher',
      (m) => (properties(m).articles!.maximum = 51),
      ['additive config_rule /config_schema/properties/articles/maximum'],
    ],
    [
      'maximum lower',
      (m) => (properties(m).articles!.maximum = 49),
      ['breaking config_rule /config_schema/properties/articles/maximum'],
    ],
    [
      'title',
      (m) => (properties(m).tone!.title = 'Voice'),
      ['cosmetic config_text /config_schema/properties/tone/title'],
    ],
    [
      'form gone',
      (m) => {
        delete (m as Partial<typeof m>).config_schema;
        m.capabilities.splice(5, 1);
      },
      [
        'cosmetic permission_removed /permissions_requested',
        'breaking capability_removed /capabilities',
        'breaking config_schema_removed /config_schema',
      ],
    ],
    [
      'explicit permissions',
      (m) => Object.assign(m, { permissions_requested: ['venture.read'] }),
      Array.from({ length: 5 }, () => 'cosmetic permission_removed /permissions_requested'),
    ],
  ];

  it.each(table)('%s', (_name, edit, expected) => {
    expect(diff(edit)).toEqual(expected);
  });

  it('says nothing about a manifest and itself', () => {
    for (const manifest of Object.values(good).filter((value) => typeof value === 'object')) {
      expect(diffManifests(read(manifest), read(structuredClone(manifest)))).toEqual([]);
    }
  });

  it('tells each change in one sentence', () => {
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

  it('compares prices of the flat shape plan by plan', () => {
    const flat = structuredClone(good.flat);
    flat.pricing.plans[0]!.price_cents = 5900;
    flat.pricing.plans.pop();
    expect(diffManifests(read(good.flat), read(flat)).map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
      expect.stringMatching(/^commercial: The plan solo changes/),
      expect.stringMatching(/^commercial: The plan team is gone/),
    ]);
  });

  it('calls a change of shape breaking', () => {
    expect(diffManifests(read(good.flat), read(structured))[0]).toMatchObject({ kind: 'shape', level: 'breaking' });
  });

  it('sends to review and asks for consent by level', () => {
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

  it('finds a difference exactly when the two canonical manifests differ', () => {
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
