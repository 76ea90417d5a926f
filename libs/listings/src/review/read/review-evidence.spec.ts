import { describePermission, PERMISSION_TEXTS, readManifest, type CanonicalManifest } from '@portal/contract';
import good from '../../../../contract/vectors/manifests-good.json';
import type { DriveUse } from '../../listing/observed-use.js';
import { claimedCapabilities, claimedEvents, reviewedPermissions } from './review-evidence.js';

const plain: CanonicalManifest = readManifest(good.structured as never).manifest!;
const NOTHING: DriveUse = {
  events: [],
  delivered: [],
  calls: [],
  grants: new Map(),
  installs: 0,
  configured: 0,
  eventsSharedSince: null,
};
const USED: DriveUse = {
  events: [
    { kind: 'article_generated', count: 3, quarantined: 0, lastAt: new Date(0) },
    { kind: 'brief_created', count: 1, quarantined: 0, lastAt: new Date(0) },
  ],
  delivered: [{ kind: 'contact.created', count: 5, lastAt: new Date(0) }],
  calls: [{ capability: 'metrics', installs: 2, failing: 1, lastAt: new Date(0) }],
  grants: new Map([['venture.read', 2]]),
  installs: 2,
  configured: 1,
  eventsSharedSince: null,
};
const passed = (...ids: string[]) => ids.map((id) => ({ id, state: 'pass' }));
const evidenceOf = (name: string, use = NOTHING, checks = passed(), manifest: Partial<CanonicalManifest> = {}) =>
  reviewedPermissions({ ...plain, ...manifest, permissionsRequested: [name] }, null, checks, use)[0]!;
const receiving = { endpoints: { ...plain.endpoints, receive: '/receive' } };
const form = { configSchema: { type: 'object' } };

describe('the observed use of a permission', () => {
  it.each<[string, string, string, ReturnType<typeof passed>, Partial<CanonicalManifest>]>([
    ['venture.read', 'No install runs yet', 'Handed over with 2 running installs', [], {}],
    ['events.emit', 'No event observed yet', '4 events of 2 kinds from installs', [], {}],
    ['config.read', 'No settings handed over yet', 'Settings handed over with 1 running install', [], form],
    ['billing.read', 'Billing has not answered yet', 'Billing read while checking', passed('C62'), {}],
    [
      'events.receive',
      'Its address for events has not answered yet',
      'Its address for events answered while checking',
      passed('C128'),
      receiving,
    ],
    [
      'events.receive:contact.created',
      'Its address for events has not answered yet',
      'Its address for events answered while checking',
      passed('C128'),
      receiving,
    ],
  ])('is described for %s before and after the first use', (name, before, after, checks, manifest) => {
    expect(evidenceOf(name, NOTHING, [], manifest).observed).toBe(before);
    expect(evidenceOf(name, USED, checks, manifest).observed).toBe(after);
  });

  it('mentions a feed that is the same for every install', () => {
    const shared = { ...USED, eventsSharedSince: new Date('2026-11-01T00:00:00Z') };
    expect(evidenceOf('events.emit', shared).observed).toContain(
      'Every install gets the same events, since 1 Nov 2026',
    );
  });

  it('matches an observed kind with a declared one in either spelling', () => {
    const manifest = { ...plain, eventsEmitted: ['install_created', 'user.signup', 'article_generated'] };
    const use = {
      ...NOTHING,
      events: ['install.created', 'user_signup', 'other.kind'].map((kind) => ({
        kind,
        count: 1,
        quarantined: 0,
        lastAt: new Date(0),
      })),
    };
    expect(claimedEvents(manifest, use).map(({ kind, declared, seen: count }) => [kind, declared, count])).toEqual([
      ['other.kind', false, 1],
      ['install_created', true, 1],
      ['user.signup', true, 1],
      ['article_generated', true, 0],
    ]);
  });

  it('is none for a Drive without a form or without an address for events', () => {
    expect(evidenceOf('config.read', USED, [], { configSchema: null }).observed).toContain('no form');
    const silent = { endpoints: { ...plain.endpoints, receive: null } };
    expect(evidenceOf('events.receive', USED, passed('C128'), silent).observed).toContain('no address');
  });

  it.each(['widget.embed', 'audit.export', 'data.phi', 'fleet.steer'])('is not known for %s', (name) =>
    expect(evidenceOf(name, USED, passed('C62', 'C64', 'C128')).observed).toBeNull(),
  );

  it('has a class of data for every permission that the host gives a meaning to', () => {
    const names = [...Object.keys(PERMISSION_TEXTS), 'events.receive:contact.created', 'data.phi'];
    for (const name of names) {
      expect(describePermission(name).known).toBe(true);
      expect([name, evidenceOf(name).data_class]).toEqual([name, expect.any(String)]);
    }
    expect(evidenceOf('data.phi').data_class).toBe('phi');
    expect(evidenceOf('fleet.steer').data_class).toBeNull();
  });
});

describe('a capability', () => {
  const all = ['metrics', 'config', 'quota', 'provision_widget', 'phi_handling', 'audit_export'];
  const manifest = { ...plain, capabilities: all, configSchema: { type: 'object' } } as CanonicalManifest;
  const of = (name: string, checks: { id: string; state: string }[], use: DriveUse | undefined = undefined) =>
    claimedCapabilities(manifest, checks, use).find((one) => one.name === name)!;

  it('is observed by a call only: what a block of the manifest says is declared', () => {
    expect(of('metrics', passed('C43', 'C60'))).toMatchObject({
      actual: 'observed',
      by: ['C43', 'C60'],
      calls: [],
      request: `GET ${plain.endpoints.metrics}`,
    });
    const call = { endpoint: 'GET /m', sent: 'a call', received: '200 {}' };
    const [metrics] = claimedCapabilities(manifest, passed('C43', 'C60'), undefined, { C60: call, C61: call }).filter(
      ({ name }) => name === 'metrics',
    );
    expect(metrics!.calls).toEqual([{ id: 'C60', ...call }]);
    expect(of('metrics', [{ id: 'C43', state: 'fail' }]).actual).toBe('not_observed');
    for (const name of all)
      expect(of(name, [])).toMatchObject({ declared: true, actual: 'declared', by: [], live: null });
    expect(of('billing', [])).toMatchObject({ declared: false, actual: 'unknown' });
  });

  it('has beside it how its calls go with the installs that run', () => {
    const live = { installs: 2, failing: 1, last_at: new Date(0).toISOString() };
    expect(of('metrics', [], USED).live).toEqual(live);
  });
});

describe('an event of the host', () => {
  const consuming = { ...plain, eventsConsumed: ['contact.created', 'deal.stage_changed'] };
  it('is counted as often as it was delivered, and "no installs" is said where there are none', () => {
    const seen = (use: DriveUse | undefined) =>
      claimedEvents(consuming, use)
        .filter(({ direction }) => direction === 'consumed')
        .map((one) => one.seen);
    expect(seen(USED)).toEqual([5, 0]);
    expect(seen(NOTHING)).toEqual([null, null]);
    expect(seen(undefined)).toEqual([null, null]);
  });
});
