import fc from 'fast-check';
import cases from '../../vectors/manifests-cases.json';
import good from '../../vectors/manifests-good.json';
import type { JsonObject, JsonValue } from '../json/types.js';
import { applyPatch } from '../testing/apply-patch.js';
import {
  deliveredKinds,
  derivePermissions,
  describePermission,
  manifestRules,
  readManifest,
  readManifestDocument,
} from './index.js';

const bases = good as unknown as Record<string, JsonObject>;
const found = (value: unknown, options = {}): string[] =>
  readManifest(value, options)
    .issues.filter((issue) => issue.code !== 'events_assumed')
    .map(({ code, pointer, level }) => `${level} ${code} ${pointer}`)
    .sort();

describe('the rules of a manifest', () => {
  it.each(['structured', 'flat', 'minimal'])('find nothing but hints in the good %s manifest', (name) => {
    const reading = readManifest(bases[name]);
    expect(reading.ok).toBe(true);
    expect(found(bases[name]).filter((line) => !line.startsWith('info'))).toEqual([]);
    expect(reading.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(cases.cases)('agrees with the vector: $name', ({ base, patch, expect: wanted }) => {
    const manifest = applyPatch(bases[base]!, patch);
    const lines = wanted.map(({ code, pointer, level }) => `${level} ${code} ${pointer}`).sort();
    expect(found(manifest)).toEqual(lines);
    const invalid = wanted.some(({ level }) => level === 'error');
    expect(readManifest(manifest).ok).toBe(!invalid);
    expect(readManifest(manifest).manifest === null).toBe(invalid);
  });

  it('report everything at once', () => {
    const manifest = { ...bases.structured, schema_version: '1', contract_version: 'v1', capabilities: 7, quota: 1 };
    expect(found(manifest).filter((line) => line.startsWith('error'))).toHaveLength(4);
  });

  it('allow an author’s own machine to serve the icon over http, with a warning', () => {
    const manifest = applyPatch(bases.structured!, [
      { op: 'add', path: '/drive/icon_url', value: 'http://localhost:4010/i.png' },
    ]);
    expect(found(manifest, { allowLoopback: true })).toEqual(['warning url_local /drive/icon_url']);
    const other = applyPatch(bases.structured!, [
      { op: 'add', path: '/drive/icon_url', value: 'http://a.example/i.png' },
    ]);
    expect(readManifest(other, { allowLoopback: true }).ok).toBe(false);
  });

  it.each([[null], [[]], ['x'], [1], [undefined]])('refuse %p as a manifest', (value) => {
    expect(readManifest(value).issues.map(({ code }) => code)).toEqual(['manifest_not_object']);
  });

  it('never throw and never accept rubbish, whatever the JSON is', () => {
    const keys = fc.constantFrom(...Object.keys(bases.structured!), ...Object.keys(bases.flat!));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 })), (value) => {
        const { ok, manifest, issues } = readManifest(value);
        expect(ok).toBe(manifest !== null);
        expect(ok).toBe(!issues.some((issue) => issue.level === 'error'));
      }),
    );
  });

  it('survive any one value of a good manifest being replaced by anything', () => {
    const paths = (value: JsonValue, at: string): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, child]) => [
            `${at}/${key}`,
            ...paths(child as JsonValue, `${at}/${key}`),
          ])
        : [];
    const all = paths(bases.structured!, '');
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
        const { ok, manifest } = readManifest(applyPatch(bases.structured!, [{ op: 'add', path, value }]));
        expect(ok).toBe(manifest !== null);
      }),
    );
  });

  it('have a unique id and a clause each', () => {
    expect(new Set(manifestRules.map(({ id }) => id)).size).toBe(manifestRules.length);
    for (const rule of manifestRules) expect(rule.clause).not.toBe('');
  });
});

describe('the canonical manifest', () => {
  it('is one model of both shapes', () => {
    const flat = readManifest(bases.flat).manifest;
    expect(flat).toMatchObject({
      shape: 'flat',
      id: null,
      contractVersion: 'v1',
      eventsAssumed: true,
      eventsEmitted: [
        'install.created',
        'install.revoked',
        'user_signup',
        'subscription_started',
        'subscription_canceled',
      ],
      endpoints: {
        health: '/api/platform/health',
        uninstall: '/api/platform/install/:id',
        receive: null,
        config_update: null,
      },
      pricing: { kind: 'plans', currency: 'usd', plans: [{ id: 'solo', priceCents: 4900 }, { id: 'team' }] },
      routesExposed: [{ path: '/lead-finder', label: 'Leads', icon: 'target' }],
    });
    const structured = readManifest(bases.structured).manifest;
    expect(structured).toMatchObject({
      shape: 'structured',
      id: 'content-studio',
      motion: 'build',
      pricing: { kind: 'tier', tier: 'standard' },
      permissionsDerived: true,
      permissionsRequested: ['billing.read', 'config.read', 'data.pii', 'events.emit', 'venture.read', 'widget.embed'],
      quota: { unit: 'articles_per_month', limit: 100, overagePolicy: 'block' },
      compliance: { baaRequired: false, dataResidency: ['eu'] },
      installReturns: { tokenPrefix: 'cs_' },
    });
  });

  it('has permissions derived from consumed events and data classes, each with its reason', () => {
    const derived = derivePermissions({
      capabilities: ['phi_handling', 'audit_export'],
      events_emitted: [],
      events_consumed: ['contact.created'],
      compliance: { data_classes: ['Payment Cards!'] },
    });
    expect(derived).toEqual([
      'audit.export',
      'data.payment_cards',
      'data.phi',
      'events.receive:contact.created',
      'venture.read',
    ]);
    for (const name of derived) expect(describePermission(name)).toMatchObject({ name, known: true });
    expect(describePermission('toString').known).toBe(false);
  });

  it.each([
    ['config', 'configSchema'],
    ['quota', 'quota'],
    ['provision_widget', 'installReturns'],
  ] as const)('has nothing of a block without the capability %s, so that nobody fills in or sees it', (name, field) => {
    const capabilities = (bases.structured!.capabilities as string[]).filter((one) => one !== name);
    const { manifest, issues } = readManifest({ ...bases.structured, capabilities });
    const whole = readManifest(bases.structured).manifest!;
    expect([whole[field] === null, manifest![field]]).toEqual([false, null]);
    expect(issues.map(({ code }) => code)).toEqual(['block_without_capability']);
    // Claims about regulated data bind also without a capability.
    expect(readManifest({ ...bases.structured, capabilities: [] }).manifest!.compliance).toEqual(whole.compliance);
  });

  it('of the flat shape emits what it lists, and the standard kinds when it lists nothing', () => {
    const listed = ['install_created', 'install_revoked', 'article_generated'];
    const { manifest, issues } = readManifest({ ...bases.flat, events_emitted: listed });
    expect(manifest).toMatchObject({ eventsEmitted: listed, eventsAssumed: false });
    expect(issues).toEqual([]);
    expect(found({ ...bases.flat, events_emitted: [] })).toEqual([
      'warning event_kind_lifecycle /events_emitted',
      'warning event_kind_lifecycle /events_emitted',
    ]);
    expect(found({ ...bases.flat, events_emitted: ['Big.Event', 'install_created', 'install_revoked'] })).toEqual([
      'error event_kind_form /events_emitted/0',
    ]);
    expect(readManifest({ ...bases.flat, events_emitted: 'all' }).manifest).toBeNull();
  });

  it.each([
    [undefined, ['contact.created', 'deal.stage_changed']],
    [
      ['venture.read', 'events.receive'],
      ['contact.created', 'deal.stage_changed'],
    ],
    [['events.receive:contact.created'], ['contact.created']],
    [['events.receive:contact'], []],
    [['venture.read', 'events.emit'], []],
    [[], []],
  ])('promises with the permissions %j the kinds %j', (requested, kinds) => {
    const manifest = {
      ...bases.structured,
      endpoints: { ...(bases.structured!.endpoints as object), receive: '/receive' },
      events_consumed: ['contact.created', 'deal.stage_changed'],
      ...(requested && { permissions_requested: requested }),
    };
    const { manifest: canonical, issues } = readManifest(manifest);
    expect(deliveredKinds(canonical!)).toEqual(kinds);
    expect(issues.map(({ code, level, pointer }) => [code, level, pointer])).toEqual(
      kinds.length === 2 ? [] : [['events_consumed_without_permission', 'warning', '/permissions_requested']],
    );
    expect(deliveredKinds({ ...canonical!, endpoints: { ...canonical!.endpoints, receive: null } })).toEqual([]);
  });

  it('has one digest whatever the key order, and another for another value', () => {
    const reversed = Object.fromEntries(Object.entries(bases.structured!).reverse());
    expect(readManifest(reversed).digest).toBe(readManifest(bases.structured).digest);
    expect(readManifest({ ...bases.structured, capabilities: [] }).digest).not.toBe(
      readManifest(bases.structured).digest,
    );
  });
});

describe('the document of a manifest', () => {
  const meta = { version: 'v1', generated_at: '2026-11-21T00:00:00.000Z' };

  it('needs the envelope where a URL serves it, and may have either form in a file', () => {
    const bare = JSON.stringify(bases.minimal);
    const wrapped = JSON.stringify({ ok: true, data: bases.minimal, meta });
    const codes = (body: string, envelope: 'required' | 'optional'): string[] =>
      readManifestDocument(body, { envelope })
        .issues.filter(({ level }) => level === 'error')
        .map(({ code }) => code);
    expect(codes(wrapped, 'required')).toEqual([]);
    expect(codes(bare, 'required')).toEqual(['envelope_bare_data']);
    expect(codes(bare, 'optional')).toEqual([]);
    expect(codes(wrapped, 'optional')).toEqual([]);
    expect(readManifestDocument(wrapped, { envelope: 'required' }).digest).toBe(readManifest(bases.minimal).digest);
  });

  it('has each issue named by its place in the document', () => {
    const data = applyPatch(bases.minimal!, [{ op: 'add', path: '/drive/motion', value: 'run' }]);
    const body = JSON.stringify({ ok: true, data, meta }, null, 2);
    const issue = readManifestDocument(body, { envelope: 'required' }).issues.find(
      ({ code }) => code === 'motion_unknown',
    );
    const line = body.split('\n').findIndex((text) => text.includes('"motion"')) + 1;
    expect(issue).toMatchObject({ pointer: '/drive/motion', line, column: 7 });
  });

  it('is reported as a failure answer, broken JSON or missing data', () => {
    const codes = (body: string): string[] =>
      readManifestDocument(body, { envelope: 'required' }).issues.map(({ code }) => code);
    expect(codes('{"ok":false,"error":"nope"}')).toEqual(['manifest_failure_answer']);
    expect(codes('{"ok":true,')).toEqual(['json_syntax']);
    expect(codes('{"ok":true}')).toEqual(['envelope_data', 'envelope_meta']);
    expect(codes('[]')).toEqual(['envelope_not_object']);
  });
});
