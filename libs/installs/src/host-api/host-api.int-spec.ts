import type { Page } from '@portal/kernel';
import { readFileSync } from 'node:fs';
import { DemoPersons } from '@portal/identity';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { ListingsWorld, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { SyncManifest } from '../../../listings/src/sync/sync-manifest.js';
import type { MetricsView, UpgradePolicyView, UpgradeView } from '../install/read/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import type { InstallSettingsView } from '../settings/settings.view.js';
import type {
  HostInstallView,
  HostPortfolioEntryView,
  HostPreflightView,
  HostUpgradeView,
} from './host-installs.view.js';
import { gateAbove, GateAboveModule } from '../../../../test/support/processes/gate-above.js';

const OLGA = 'olga@acme.example';
const NOBODY = '00000000-0000-7000-8000-00000000dead';
let minor = 0;

describe('installs for the host', () => {
  const world = ListingsWorld.forTests({}, [GateAboveModule, InstallsModule, InstallsWorkerModule]);
  let host: string;
  let author: string;
  /** Session of the operator of every tenant. */
  let olga: string;
  let owned: OwnedDrive;
  const overlay: Record<string, unknown> = { drive: { version: '1.0.0' } };
  /** Terms of every install. */
  let agreed: { digest: string | null; permissions: string[] };

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    host = await hostToken(world.app);
    olga = await world.app.signUp(OLGA, 'Olga');
    const ada = await world.author('ada');
    author = ada.cookie;
    owned = await world.reserve(ada, 'content-studio');
    const { manifestUrl } = await world.drive(owned, overlay);
    await world.publish(author, owned.driveId, manifestUrl);
    await tenant('looking');
    const { digest, permissions } = (await preflight('looking')).data;
    agreed = { digest, permissions: permissions.map((one) => one.name) };
  });
  beforeEach(() => (gateAbove.chargeable = true));

  const call = <T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    body?: object,
    as: string = host,
  ) => world.app.ask<T>(as, method, url, body);
  /** A tenant of the host with one venture, `shop`. */
  async function tenant(name: string, currency?: string): Promise<string> {
    const made = await call<{ id: string }>('PUT', `/host/external/tenants/${name}`, {
      name,
      ...(currency && { currency }),
    });
    await call('PUT', `/host/external/tenants/${name}/ventures/shop`, { name: 'Shop' });
    await call('PUT', `/host/external/tenants/${name}/operators/olga`, { email: OLGA });
    await world.app.operateInvited(olga);
    return made.data.id;
  }
  const preflight = (of: string, drive = owned.slug) =>
    call<HostPreflightView>('GET', `/host/preflight?tenant=${of}&venture=shop&drive=${drive}`);
  const wish = (of: string, change: object = {}) => ({
    tenant: of,
    venture: 'shop',
    drive: owned.slug,
    ...agreed,
    config: { brand_name: 'Acme', tone: 'plain' },
    operator_email: OLGA,
    ...change,
  });
  const install = (of: string, change: object = {}) =>
    call<HostInstallView>('POST', '/host/installs', wish(of, change));
  /** A higher version is published and offered. */
  async function next(): Promise<void> {
    overlay.version = `1.${++minor}.0`;
    overlay.drive = { version: overlay.version };
    await world.app.get(SyncManifest).execute(owned.driveId);
    await world.work();
  }
  const codes = (data: HostPreflightView) => data.refusals.map((one) => one.code);
  const residency = (id: string) =>
    call('POST', `/host/tenants/${id}/compliance`, { baa: null, residency: 'moon', regulated: false, revision: 0 });
  const end = (id: string, reason = 'The operator asked us to.') =>
    call<HostInstallView>('POST', `/host/installs/${id}/uninstall`, { reason });
  /** Events of an install. */
  const events = (id: string) =>
    world.column(`select type from platform.outbox_events where payload->>'install_id' = $1 order by seq`, [id]);
  const audited = (id: string) =>
    world.db.query<{ action: string; actor_name: string; after: object | null; reason: string | null }>(
      'select action, actor_name, after, reason from platform.audit_log where subject_id = $1 order by seq',
      [id],
    );

  describe('the precheck and the install apply the same gates', () => {
    it.each<[string, () => Promise<unknown>, string[]]>([
      ['free-way', () => tenant('free-way'), []],
      [
        'far-and-poor',
        async () => [await residency(await tenant('far-and-poor')), (gateAbove.chargeable = false)],
        ['residency_missing', 'payment_method_required'],
      ],
      [
        'everything',
        async () => [
          await tenant('everything'),
          await install('everything'),
          await residency(
            (await call<{ id: string }>('PUT', '/host/external/tenants/everything', { name: 'E' })).data.id,
          ),
        ],
        ['residency_missing', 'install_exists'],
      ],
    ])('refuse %s', async (name, prepare, refused) => {
      await prepare();
      const counts = () =>
        world.db.query(
          `select (select count(*) from installs.installs) as installs, (select count(*) from platform.audit_log) as audited,
             (select count(*) from platform.outbox_events) as told`,
        );
      const before = await counts();
      const { status, data } = await preflight(name);
      expect([status, codes(data), data.installable]).toEqual([200, refused, refused.length === 0]);
      expect(await counts()).toEqual(before);
      const asked = await install(name);
      expect([asked.error, asked.status < 300]).toEqual([refused[0], refused.length === 0]);
    });

    it('refuse a plugin that takes no installs, and one that does not exist', async () => {
      await tenant('late');
      expect((await preflight('late', 'no-such-plugin')).data).toMatchObject({
        installable: false,
        refusals: [{ code: 'plugin_not_found' }],
        digest: null,
      });
      expect(await install('late', { drive: 'no-such-plugin' })).toMatchObject({
        error: 'plugin_not_found',
        status: 404,
      });
    });

    it('refuse a tenant and a venture that the host has not registered', async () => {
      expect((await preflight('nobody')).error).toBe('unknown_tenant');
      expect((await install('nobody')).error).toBe('unknown_tenant');
      await call('PUT', '/host/external/tenants/bare', { name: 'Bare' });
      expect((await preflight('bare')).error).toBe('unknown_venture');
      expect((await install('bare')).error).toBe('unknown_venture');
    });
  });

  it('are requested and ended on behalf of an operator; the audit trail names the token', async () => {
    await tenant('acted-for');
    expect((await install('acted-for', { operator_email: 'nobody' })).status).toBe(400);
    expect(await install('acted-for', { operator_email: 'eve@evil.example' })).toMatchObject({
      status: 422,
      error: 'operator_unknown',
      body: expect.stringContaining('/operator_email'),
    });
    expect((await install('acted-for', { digest: 'f'.repeat(64) })).error).toBe('plugin_changed');
    expect((await install('acted-for', { permissions: [] })).error).toBe('permissions_not_granted');
    const { status, data } = await install('acted-for');
    expect([status, data]).toMatchObject([
      202,
      {
        state: 'requested',
        tenant_external_id: 'acted-for',
        venture_external_id: 'shop',
        operator_email: OLGA,
      },
    ]);
    await world.work();
    expect((await call<HostInstallView>('GET', `/host/installs/${data.id}`)).data.state).toBe('active');
    expect((await end(data.id, 'short')).status).toBe(400);
    const ended = await end(data.id);
    expect([ended.status, ended.data.state]).toEqual([202, 'revoking']);
    await world.work();
    expect((await end(data.id)).status).toBe(409);
    expect((await end(NOBODY)).error).toBe('install_not_found');
    const trail = (await audited(data.id)).filter((one) => ['install.requested', 'install.ended'].includes(one.action));
    expect(trail).toMatchObject([
      { action: 'install.requested', after: { operator_email: OLGA } },
      { action: 'install.ended', reason: 'The operator asked us to.' },
    ]);
    expect(new Set(trail.map((one) => one.actor_name)).size).toBe(1);
  });

  it('are listed by tenant, venture, plugin and state, page by page', async () => {
    await tenant('listed');
    await call('PUT', '/host/external/tenants/listed/ventures/second', { name: 'Second' });
    const ids = [(await install('listed')).data.id, (await install('listed', { venture: 'second' })).data.id];
    await end(ids[0]!);
    const list = async (query: string) => {
      const { data } = await call<Page<HostInstallView>>('GET', `/host/installs?tenant=listed${query}`);
      return { ids: data.items.map((one) => one.id), next: data.next_cursor };
    };
    expect((await list('')).ids).toEqual([ids[1], ids[0]]);
    expect((await list('&venture=second')).ids).toEqual([ids[1]]);
    expect((await list('&state=revoked')).ids).toEqual([ids[0]]);
    expect((await list(`&drive=${owned.slug}&state=requested`)).ids).toEqual([ids[1]]);
    expect((await list('&drive=no-such-plugin')).ids).toEqual([]);
    const first = await list('&limit=1');
    expect(first.ids).toEqual([ids[1]]);
    expect(await list(`&limit=1&cursor=${first.next}`)).toEqual({ ids: [ids[0]], next: null });
    expect((await call('GET', '/host/installs?state=no_state')).status).toBe(400);
    expect((await call('GET', `/host/installs/${NOBODY}`)).error).toBe('install_not_found');
  });

  it('have a portfolio with the status of each plugin of the tenant, and of no other', async () => {
    await tenant('owner');
    const { data } = await install('owner');
    await world.work();
    await world.db.query(
      `insert into installs.readings (install_id, endpoint, due_at, read_at, failures, failed_since, problem, status)
       values ($1, 'metrics', now(), now(), 2, '2026-11-27T06:00:00Z', 'http_status', 500)
       on conflict (install_id, endpoint) do update set failures = 2, failed_since = excluded.failed_since, problem = excluded.problem, status = 500`,
      [data.id],
    );
    await world.db.query('update installs.installs set token_refused_at = now() where id = $1', [data.id]);
    const asked = await call<{ items: HostPortfolioEntryView[] }>('GET', '/host/portfolio?tenant=owner');
    expect(asked.data.items).toEqual([
      expect.objectContaining({
        install_id: data.id,
        drive: owned.slug,
        venture: 'shop',
        state: 'active',
        version: '1.0.0',
        problems: [
          { endpoint: 'metrics', problem: 'http_status', status: 500, failing_since: '2026-11-27T06:00:00.000Z' },
        ],
        attention: true,
        upgrade_available: false,
        price: data.price,
      }),
    ]);
    await end(data.id);
    await world.work();
    expect((await call<{ items: unknown[] }>('GET', '/host/portfolio?tenant=owner')).data.items).toEqual([]);
    expect((await call('GET', '/host/portfolio?tenant=nobody')).error).toBe('unknown_tenant');
  });

  it('have settings that the host changes for an operator; the history names the token', async () => {
    await tenant('settled');
    const { data } = await install('settled');
    await world.work();
    const url = `/host/installs/${data.id}/settings`;
    const before = (await call<InstallSettingsView>('GET', url)).data;
    const change = { config: { ...before.config, brand_name: 'Settled' }, expected_version: before.version };
    expect((await call('POST', url, change)).status).toBe(400);
    const asked = { ...change, operator_email: OLGA };
    const { status, data: after } = await call<InstallSettingsView>('POST', url, asked);
    expect([status, after]).toMatchObject([200, { version: before.version + 1, config: { brand_name: 'Settled' } }]);
    expect((await call('POST', url, { ...asked, config: before.config })).error).toBe('changed_meanwhile');
    expect((await audited(data.id)).at(-1)).toMatchObject({
      action: 'install.settings_changed',
      actor_name: expect.stringContaining('(token host)'),
      after: { fields: ['/brand_name'], operator_email: OLGA },
    });
    expect(await events(data.id)).toEqual(['install.requested', 'install.activated', 'install.settings_changed']);
    expect((await call<MetricsView>('GET', `/host/installs/${data.id}/metrics`)).status).toBe(200);
    for (const path of ['', '/settings', '/upgrade', '/events', '/metrics'])
      expect((await call('GET', `/host/installs/${NOBODY}${path}`)).error).toBe('install_not_found');
    expect((await call('POST', `/host/installs/${NOBODY}/settings`, asked)).error).toBe('install_not_found');
    expect((await call<{ items: unknown[] }>('GET', `/host/installs/${data.id}/events`)).data.items).toEqual([]);
    expect((await call('GET', `/host/installs/${data.id}/upgrade`)).error).toBe('no_upgrade');
  });

  it('have upgrades that the host accepts or declines for an operator, including those that grant more', async () => {
    await tenant('offered');
    await call('PUT', '/host/external/tenants/offered/ventures/second', { name: 'Second' });
    const [taking, staying] = [
      (await install('offered')).data.id,
      (await install('offered', { venture: 'second' })).data.id,
    ];
    await world.work();
    await next();
    const open = async () =>
      (await call<{ items: HostUpgradeView[] }>('GET', '/host/upgrades?tenant=offered')).data.items;
    expect((await open()).map((one) => [one.venture_external_id, one.drive, one.to_version]).sort()).toEqual([
      ['second', owned.slug, overlay.version],
      ['shop', owned.slug, overlay.version],
    ]);
    const offered = `select payload from platform.outbox_events where type = 'upgrades.offered' order by seq desc`;
    expect(await world.value(offered)).toMatchObject({ drive_id: owned.driveId, version: overlay.version });
    const url = (id: string, answer = '') => `/host/installs/${id}/upgrade${answer}`;
    const { digest, permissions } = (await call<UpgradeView>('GET', url(taking))).data;
    const consent = { digest, permissions: permissions.map(({ name }) => name), operator_email: OLGA };
    // The host vouches for an operator who would need a recent proof of identity.
    await world.app.byOwner(`update installs.installs set permissions = '{}' where id = $1`, [taking]);
    expect((await call('POST', url(taking, '/accept'), { ...consent, operator_email: undefined })).status).toBe(400);
    expect((await call('POST', url(NOBODY, '/accept'), consent)).error).toBe('install_not_found');
    const accepted = await call<HostInstallView>('POST', url(taking, '/accept'), consent);
    expect([accepted.status, accepted.data.version]).toEqual([200, overlay.version]);
    const consented = { operator_email: OLGA };
    const declined = await call<HostInstallView>('POST', url(staying, '/decline'), consented);
    expect([declined.status, declined.data.version]).toEqual([200, '1.0.0']);
    const told = `select payload from platform.outbox_events where type = 'upgrade.declined' and payload->>'install_id' = $1`;
    expect(await world.column(told, [staying])).toEqual([{ install_id: staying, version: overlay.version }]);
    expect(await open()).toEqual([]);
    const reopened = await call<UpgradeView>('POST', url(staying, '/reconsider'), consented);
    expect([reopened.status, reopened.data.state]).toEqual([200, 'open']);
    expect((await call('POST', url(staying, '/reconsider'), consented)).error).toBe('no_upgrade');
    expect((await open()).map((one) => one.venture_external_id)).toEqual(['second']);
    const later = await call<UpgradeView>('POST', url(staying, '/snooze'), consented);
    expect([later.status, later.data.state]).toEqual([200, 'open']);
    expect((await call('POST', url(taking, '/snooze'), consented)).error).toBe('no_upgrade');
    for (const [answer, body] of [
      ['/snooze', {}],
      ['/reconsider', { operator_email: 'nobody' }],
    ] as const)
      expect((await call('POST', url(staying, answer), body)).status).toBe(400);
    for (const answer of ['/snooze', '/reconsider'])
      expect((await call('POST', url(NOBODY, answer), consented)).error).toBe('install_not_found');
    expect((await audited(taking)).at(-1)).toMatchObject({ action: 'install.upgraded', after: consented });
    expect((await audited(staying)).slice(-3)).toMatchObject(
      ['upgrade.declined', 'upgrade.reopened', 'upgrade.snoozed'].map((action) => ({ action, after: consented })),
    );
    agreed = { digest, permissions: consent.permissions };
  });

  it('follow an upgrade policy that the host sets for an operator', async () => {
    const id = await tenant('choosy');
    const policy = (body?: object, of = id) =>
      call<UpgradePolicyView>(body ? 'POST' : 'GET', `/host/tenants/${of}/upgrade-policy`, body);
    const before = (await policy()).data;
    expect(before).toMatchObject({ tenant_id: id, accepts: 'nothing', reminders: true });
    const wanted = { accepts: 'harmless', reminders: false, operator_email: OLGA };
    const set = await policy({ ...wanted, revision: before.revision });
    expect([set.status, set.data]).toMatchObject([200, { accepts: 'harmless', reminders: false }]);
    expect((await policy()).data).toEqual(set.data);
    expect((await policy({ ...wanted, accepts: 'nothing', revision: before.revision })).error).toBe(
      'changed_meanwhile',
    );
    expect((await policy({ accepts: 'harmless', revision: set.data.revision })).status).toBe(400);
    expect((await policy({ ...wanted, accepts: 'all' })).status).toBe(400);
    expect([(await policy(undefined, NOBODY)).error, (await policy(wanted, NOBODY)).error]).toEqual([
      'unknown_tenant',
      'unknown_tenant',
    ]);
    expect((await audited(id)).at(-1)).toMatchObject({
      action: 'tenant.upgrade_policy_set',
      after: { accepts: 'harmless', operator_email: OLGA },
    });
  });

  it('work as the guide for the host’s engineers says', async () => {
    const page = readFileSync('docs/host-api.md', 'utf8');
    const known: Record<string, string> = {
      PORTAL: '',
      HOST_TOKEN: host.replace('Bearer ', ''),
      TENANT: await tenant('page'),
    };
    const calls: string[] = [];
    let looked = {};
    const files = new Map(
      [...page.matchAll(/`(\w+)\.json`:\n\n```json\n([\s\S]*?)```/g)].map(([, name, text]) => [name!, text!]),
    );
    for (const [, text] of page.matchAll(/^```\n(curl [\s\S]*?)^```/gm)) {
      const command = text!.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? `unknown $${name}`);
      const url = /(?:curl|-X \w+) (?:")?(\/[^\s"]*)/.exec(command)![1]!;
      // host-payments.int-spec sends that of billing.
      if (/\/(payer|billing-details)$/.test(url)) continue;
      const method = (/-X (\w+)/.exec(command)?.[1] ?? 'GET') as 'GET';
      const data = /-d '([\s\S]*?)'\n/.exec(command)?.[1];
      expect(command).toContain(`Authorization: ${host}`);
      const file = /@(\w+)\.json/.exec(command)?.[1];
      const body = file
        ? { ...(JSON.parse(files.get(file)!) as object), ...looked }
        : data && (JSON.parse(data) as object);
      const answer = await world.app.call<Partial<HostInstallView>>({
        method,
        url,
        as: host,
        ...(body && { body }),
      });
      expect([url, answer.status, answer.body]).toEqual([
        url,
        expect.any(Number),
        expect.stringContaining('"ok":true'),
      ]);
      if (url.endsWith('/operators/olga')) await world.app.operateInvited(olga);
      calls.push(`${method} ${url.replace(/\?.*/, '')}`);
      if (url.includes('/preflight') || url.endsWith('/upgrade')) {
        const { digest, permissions } = answer.data;
        looked = { digest, permissions: permissions!.map(({ name }) => name) };
      }
      if (url.endsWith('/installs') && method !== 'GET') {
        known.INSTALL = answer.data.id!;
        await world.work();
        await next();
      }
    }
    const named = (one: string) => one.replace(known.INSTALL!, '$INSTALL').replace(known.TENANT!, '$TENANT');
    expect(calls.map(named)).toEqual([
      'PUT /api/v1/host/external/tenants/acme',
      'PUT /api/v1/host/external/tenants/acme/ventures/acme-shop',
      'PUT /api/v1/host/external/tenants/acme/operators/olga',
      'GET /api/v1/host/external/tenants/acme/operators',
      'GET /api/v1/host/preflight',
      'POST /api/v1/host/installs',
      'GET /api/v1/host/installs/$INSTALL',
      'GET /api/v1/host/installs',
      'GET /api/v1/host/portfolio',
      'GET /api/v1/host/installs/$INSTALL/events',
      'GET /api/v1/host/installs/$INSTALL/metrics',
      'GET /api/v1/host/installs/$INSTALL/settings',
      'POST /api/v1/host/installs/$INSTALL/settings',
      'GET /api/v1/host/upgrades',
      'GET /api/v1/host/installs/$INSTALL/upgrade',
      'POST /api/v1/host/installs/$INSTALL/upgrade/accept',
      'POST /api/v1/host/tenants/$TENANT/upgrade-policy',
      'POST /api/v1/host/installs/$INSTALL/uninstall',
      'DELETE /api/v1/host/external/tenants/acme/operators/olga',
      'GET /api/v1/host/compliance-lapses',
      'GET /api/v1/host/subprocessor-objections',
    ]);
  });
});
