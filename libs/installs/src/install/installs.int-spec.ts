import { Global, Module } from '@nestjs/common';
import { EnsureDemoPersons } from '@portal/identity';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { hostToken } from '../../../../test/support/host-token.js';
import { ListingsWorld, type OwnedDrive } from '../../../../test/support/listings.js';
import { decideCase } from '../../../../test/support/review.js';
import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import type { ClaimedAndObservedView } from '../../../listings/src/review/http/review.view.js';
import { EnsureDemoTenants } from '../tenants/ensure-demo-tenants.js';
import type {
  DriveEventView,
  InstallView,
  MetricsView,
  PluginView,
  TenantComplianceView,
  UpgradeView,
  VentureView,
} from './http/installs.view.js';
import type { InstallStepView } from './http/install-timeline.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { PaidInstallGate } from './paid-install-gate.js';
import { PerformHandshake } from './handshake/perform-handshake.js';

const UNKNOWN = '00000000-0000-7000-8000-00000000dead';
/** As billing, a level above, refuses. */
const NO_CARD = { code: 'payment_method_required', status: 409, message: 'no card' };
let chargeable = true;

class SwitchGate extends PaidInstallGate {
  refusals(): Promise<AppError[]> {
    return Promise.resolve(chargeable ? [] : [new AppError(NO_CARD)]);
  }
}
@Global()
@Module({ providers: [{ provide: PaidInstallGate, useClass: SwitchGate }], exports: [PaidInstallGate] })
class GateModule {}

describe('plugins in ventures', () => {
  let world: ListingsWorld;
  let operator: string;
  let stranger: string;
  let admin: string;
  let author: string;
  let owned: OwnedDrive;
  let drive: ReferenceDrive;
  let ventures: VentureView[];
  let plugin: PluginView;
  const overlay: { drive: { version: string; [key: string]: string }; [key: string]: unknown } = {
    drive: { version: '1.0.0' },
  };

  beforeAll(async () => {
    world = await ListingsWorld.start({}, [GateModule, InstallsModule, InstallsWorkerModule]);
    await world.app.get(EnsureDemoPersons).execute();
    for (let i = 0; i < 2; i++) await world.app.get(EnsureDemoTenants).execute();
    [operator, admin] = [await world.app.demo('operator'), await world.app.demo('admin')];
    stranger = await operatorOf('Other');
    const ada = await world.author('ada');
    author = ada.cookie;
    owned = await world.reserve(ada, 'installable');
    drive = await world.drive(owned, overlay);
    await publish(author);
    ventures = (await call<{ items: VentureView[] }>(operator, 'GET', '/operator/ventures')).data.items;
    plugin = (await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data;
  });
  afterAll(() => world.close());
  beforeEach(() => (chargeable = true));

  const call = <T = Record<string, unknown>>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, ...(body === undefined ? {} : { body }) });

  async function publish(author: string): Promise<void> {
    const reviewer = await world.app.demo('reviewer');
    const { data } = await call<{ id: string }>(author, 'POST', `/author/drives/${owned.driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await world.work();
    const decided = await decideCase(
      (method, url, body) => call(reviewer, method, url, body),
      data.id,
      'approve',
      'All checks passed, and the scopes are narrow.',
    );
    expect(decided.status).toBe(200);
  }

  async function operatorOf(name: string): Promise<string> {
    const email = `${name.toLowerCase()}@operators.example`;
    const cookie = await world.app.signUp(email, name);
    const tenant = await call<{ id: string }>(admin, 'POST', '/host/tenants', {
      name,
      external_id: name.toLowerCase(),
    });
    expect((await call(admin, 'POST', `/host/tenants/${tenant.data.id}/operators`, { email })).status).toBe(200);
    return cookie;
  }

  const wish = (venture: number, change: object = {}) => ({
    venture_id: ventures[venture]!.id,
    drive_id: owned.driveId,
    digest: plugin.digest,
    permissions: plugin.permissions.map((p) => p.name),
    config: { voice: 'Plain and warm', tone: 'plain', ...requiredConfig() },
    ...change,
  });

  /** Values for whatever the reference Drive's form requires. */
  function requiredConfig(): Record<string, unknown> {
    const schema = plugin.config_schema as {
      required?: string[];
      properties?: Record<string, { type?: string; enum?: unknown[]; minimum?: number; minLength?: number }>;
    } | null;
    const known = Object.keys(schema?.properties ?? {});
    const values = Object.fromEntries(
      (schema?.required ?? []).map((name) => {
        const field = schema!.properties![name]!;
        return [
          name,
          field.enum?.[0] ??
            (field.type === 'integer'
              ? (field.minimum ?? 1)
              : field.type === 'boolean'
                ? true
                : 'x'.repeat(Math.max(12, field.minLength ?? 0))),
        ];
      }),
    );
    // Names that this Drive's form does not have are refused, so only known ones stay.
    return Object.fromEntries(Object.entries(values).filter(([name]) => known.includes(name)));
  }

  const install = (as: string, body: object) => call<InstallView>(as, 'POST', '/operator/installs', body);
  const good = (venture: number, change: object = {}) => ({ ...wish(venture), config: requiredConfig(), ...change });
  const view = async (id: string) => (await call<InstallView>(operator, 'GET', `/operator/installs/${id}`)).data;
  async function active(venture: number): Promise<InstallView> {
    const { data } = await install(operator, good(venture));
    await world.work();
    return view(data.id);
  }
  async function end(id: string, venture: number): Promise<void> {
    await call(operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: ventures[venture]!.name });
    await world.work();
  }

  it('the demo tenants exist once, however often they are ensured', () =>
    expect(ventures.map((v) => v.name)).toEqual([
      'Harbor Patients',
      'Harbor Research',
      'Northwind Journal',
      'Northwind Shop',
    ]));

  it('ventures are found by a part of their name or of their tenant, or by id, among one’s own', async () => {
    const found = async (q: string, as = operator) =>
      (await call<{ items: VentureView[] }>(as, 'GET', `/operator/ventures?q=${encodeURIComponent(q)}`)).data.items.map(
        (one) => one.name,
      );
    expect(await found('SHOP')).toEqual(['Northwind Shop']);
    expect(await found(' harbor clin ')).toEqual(['Harbor Patients', 'Harbor Research']);
    expect(await found(ventures[2]!.id)).toEqual([ventures[2]!.name]);
    expect(await found('%')).toEqual([]);
    expect(await found('', stranger)).toEqual([]);
    expect(await found(ventures[2]!.id, stranger)).toEqual([]);
  });

  it('a plugin is opened on its own origin only; operator and author see why another address is not', async () => {
    const elsewhere = (on: boolean) =>
      fetch(`${drive.url}/_control/switch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'install-opens-elsewhere', on }),
      });
    const own = await active(1);
    expect(own).toMatchObject({ state: 'active', cannot_open: null });
    expect(new URL(own.mount_url!).origin).toBe(drive.url);
    await end(own.id, 1);

    await elsewhere(true);
    const install = await active(1);
    await elsewhere(false);
    const why = `It leads to https://elsewhere.example, not to ${drive.url}.`;
    expect(install).toMatchObject({ state: 'active', mount_url: null, cannot_open: why });
    const { data } = await call<{ items: object[] }>(author, 'GET', `/author/drives/${owned.driveId}/installs`);
    expect(data.items).toContainEqual(
      expect.objectContaining({ install_id: install.id, state: 'active', cannot_open: why }),
    );
    // What stood in the database before there was a rule is judged alike.
    for (const [address, said] of [
      ['javascript:alert(1)', 'It is not an absolute web address.'],
      ['http://elsewhere.example/', 'It is not https.'],
    ]) {
      await world.db.query('update installs.installs set mount_url = $2 where id = $1', [install.id, address]);
      expect(await view(install.id)).toMatchObject({ mount_url: null, cannot_open: said });
    }
    await end(install.id, 1);
  });

  it.each([
    ['another digest', { digest: 'f'.repeat(64) }, 409, 'plugin_changed'],
    ['a permission left out', { permissions: [] }, 422, 'permissions_not_granted'],
    ['settings that the form does not have', { config: { nonsense: 1 } }, 422, 'config_invalid'],
    ['an unknown Drive', { drive_id: UNKNOWN }, 404, 'plugin_not_found'],
    ['an unknown venture', { venture_id: UNKNOWN }, 404, 'unknown_venture'],
    ['a field too many', { extra: true }, 400, 'invalid_request'],
    ['settings that are no object', { config: [] }, 400, 'invalid_request'],
  ])('%s is refused and leaves nothing', async (_name, change, status, error) => {
    const before = await world.db.query('select count(*) from installs.installs');
    const answer = await install(operator, good(0, change));
    expect([answer.status, answer.error]).toEqual([status, error]);
    expect(await world.db.query('select count(*) from installs.installs')).toEqual(before);
  });

  describe('the operators of a tenant', () => {
    interface Operator {
      id: string;
      email: string;
      disabled: boolean;
    }
    const REASON = 'No longer works for this tenant.';
    const operators = (tenantId: string, as = admin, query = '') =>
      call<{ items: Operator[]; next_cursor: string | null }>(as, 'GET', `/host/tenants/${tenantId}/operators${query}`);
    const remove = (tenantId: string, userId: string, as = admin) =>
      call(as, 'POST', `/host/tenants/${tenantId}/operators/${userId}/remove`, { reason: REASON });

    it('are listed and removed by the host and by admins, and removal counts with the next request', async () => {
      const left = await operatorOf('Leaver');
      const tenantId = (
        await world.db.query<{ id: string }>(`select id from installs.tenants where external_id = 'leaver'`)
      )[0]!.id;
      await call(admin, 'POST', `/host/tenants/${tenantId}/operators`, { email: 'other@operators.example' });
      const host = await hostToken(world.app, ['operators:write']);
      const token = await call<{ secret: string }>(left, 'POST', '/api-tokens', {
        name: 'mine',
        roles: [{ role: 'operator', scope_id: tenantId }],
      });
      const bearer = `Bearer ${token.data.secret}`;
      const policy = (as: string) => call(as, 'GET', `/operator/tenants/${tenantId}/upgrade-policy`);
      expect([(await policy(left)).status, (await policy(bearer)).status]).toEqual([200, 200]);

      const first = (await operators(tenantId, host, '?limit=1')).data;
      expect(first.items.map((one) => one.email)).toEqual(['leaver@operators.example']);
      const second = (await operators(tenantId, host, `?limit=1&cursor=${first.next_cursor}`)).data;
      expect([second.items.map((one) => one.email), second.next_cursor]).toEqual([['other@operators.example'], null]);

      const userId = first.items[0]!.id;
      const twice = await Promise.all([1, 2].map(() => remove(tenantId, userId, host)));
      expect(twice.map((a) => a.status).sort()).toEqual([200, 404]);
      expect([(await policy(left)).status, (await policy(bearer)).status]).toEqual([403, 403]);
      expect((await operators(tenantId)).data.items.map((one) => one.email)).toEqual(['other@operators.example']);
      expect((await policy(stranger)).status).toBe(200);

      const told = await world.db.query(
        `select (select count(*)::int from platform.outbox_events where type = 'operator.removed' and payload->>'user_id' = $1) as events,
           (select count(*)::int from platform.mail_messages where recipient = 'leaver@operators.example' and subject like 'You are no longer%') as mails,
           (select array_agg(reason) from platform.audit_log where action = 'role.revoked' and subject_id = $1) as reasons`,
        [userId],
      );
      expect(told).toEqual([{ events: 1, mails: 1, reasons: [REASON] }]);
    });

    it('of another tenant, nobody, and a tenant that is not there give the same clean refusals', async () => {
      const tenantId = ventures[0]!.tenant_id;
      const mine = (await operators(tenantId)).data.items[0]!.id;
      const others = (
        await world.db.query<{ id: string }>(`select id from identity.users where email = 'other@operators.example'`)
      )[0]!.id;
      for (const userId of [others, UNKNOWN]) expect((await remove(tenantId, userId)).error).toBe('not_an_operator');
      expect((await remove(UNKNOWN, mine)).error).toBe('unknown_tenant');
      expect((await operators(UNKNOWN)).error).toBe('unknown_tenant');
      expect((await remove('x', mine)).status).toBe(400);
      expect((await call(admin, 'POST', `/host/tenants/${tenantId}/operators/${mine}/remove`, {})).error).toBe(
        'invalid_request',
      );
      for (const as of [operator, author])
        expect([(await operators(tenantId, as)).error, (await remove(tenantId, mine, as)).error]).toEqual([
          'forbidden',
          'forbidden',
        ]);
      expect((await operators(tenantId)).data.items.map((one) => one.id)).toContain(mine);
    });
  });

  it("somebody else's venture and install answer like ones that do not exist", async () => {
    expect((await install(stranger, good(0))).error).toBe('unknown_venture');
    const own = await active(0);
    for (const url of ['', '/events', '/metrics', '/timeline', '/upgrade'])
      expect((await call(stranger, 'GET', `/operator/installs/${own.id}${url}`)).error).toBe('install_not_found');
    for (const url of ['/refresh', '/upgrade/decline'])
      expect((await call(stranger, 'POST', `/operator/installs/${own.id}${url}`)).error).toBe('install_not_found');
    expect(
      (await call(stranger, 'POST', `/operator/installs/${own.id}/uninstall`, { confirm: ventures[0]!.name })).error,
    ).toBe('install_not_found');
    expect((await call<{ items: InstallView[] }>(stranger, 'GET', '/operator/installs')).data.items).toEqual([]);
    await end(own.id, 0);
  });

  it('what a tenant has on file is told by the host and decides who may install, tenant by tenant', async () => {
    const mine = ventures[0]!;
    const file = (as: string, revision: number, change: object = {}) =>
      call<TenantComplianceView>(as, 'POST', `/host/tenants/${mine.tenant_id}/compliance`, {
        baa: null,
        residency: null,
        regulated: false,
        revision,
        ...change,
      });
    const shown = async () => (await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data;
    expect((await file(operator, 0)).status).toBe(403);
    const until = '2100-01-01T00:00:00.000Z';
    const written = await file(admin, 0, { baa: { reference: 'MSA-7', until }, residency: 'moon' });
    expect(written.data).toMatchObject({
      tenant_name: mine.tenant_name,
      baa: { reference: 'MSA-7', until },
      residency: 'moon',
      regulated: false,
      revision: 1,
      blocked_upgrades: 0,
    });
    expect(await shown()).toMatchObject({
      blockers: [],
      blocked_tenants: [{ tenant_id: mine.tenant_id, reasons: [expect.stringContaining('region') as string] }],
    });
    expect(await install(operator, good(0))).toMatchObject({ status: 403, error: 'residency_missing' });
    expect(await file(admin, 0)).toMatchObject({ status: 409, error: 'compliance_changed' });
    for (const change of [
      { baa: { reference: '', until } },
      { baa: { reference: 'x', until: 'soon' } },
      { regulated: 1 },
    ])
      expect((await file(admin, 1, change)).status).toBe(400);
    const found = await call<{ items: TenantComplianceView[] }>(admin, 'GET', '/host/tenants/compliance?q=NORTH');
    expect(found.data.items.map((one) => [one.tenant_name, one.revision])).toEqual([
      ['Northwind Studio', expect.any(Number)],
    ]);
    expect((await call(stranger, 'GET', '/host/tenants/compliance')).status).toBe(403);
    expect((await file(admin, 1)).data.revision).toBe(2);
    expect((await shown()).blocked_tenants).toEqual([]);
  });

  it('a priced install asks whether the tenant can be charged', async () => {
    chargeable = false;
    expect((await install(operator, good(0))).status).toBe(409);
  });

  const fault = (body: object) =>
    fetch(`${drive.url}/_control/fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('lives from the wish to the end: token sealed, events once, metrics, and nothing left', async () => {
    const own = await active(1);
    expect([own.state, own.version]).toEqual(['active', '1.0.0']);
    const [row] = await world.db.query<{ scoped_token: string }>(
      'select scoped_token from installs.installs where id = $1',
      [own.id],
    );
    expect(row!.scoped_token).toMatch(/^v1\./);
    for (let i = 0; i < 2; i++)
      expect((await call(operator, 'POST', `/operator/installs/${own.id}/refresh`)).data).toMatchObject({
        reachable: true,
      });
    const events = (await call<{ items: DriveEventView[] }>(operator, 'GET', `/operator/installs/${own.id}/events`))
      .data.items;
    expect(events.map((e) => [e.type, e.quarantine])).toEqual([['install.created', null]]);
    const figures = async () => (await call<MetricsView>(operator, 'GET', `/operator/installs/${own.id}/metrics`)).data;
    expect(await figures()).toMatchObject({ metrics: { installs_active: 1 }, unreachable_since: null });
    // While it does not answer, what was read before is still shown, and said to be old.
    await fault({ kind: 'status', status: 500, times: 20 });
    const refresh = await call(operator, 'POST', `/operator/installs/${own.id}/refresh`);
    expect(refresh.data).toMatchObject({ reachable: false });
    expect(await figures()).toMatchObject({
      metrics: { installs_active: 1 },
      unreachable_since: expect.any(String) as string,
    });
    await fault({ kind: 'none' });
    expect(
      (await call(operator, 'POST', `/operator/installs/${own.id}/uninstall`, { confirm: 'another name' })).error,
    ).toBe('confirm_mismatch');
    await end(own.id, 1);
    expect((await view(own.id)).state).toBe('revoked');
    // What the Drive appended at the end is read after it, and told under the same roof.
    const last = await call<{ items: DriveEventView[] }>(operator, 'GET', `/operator/installs/${own.id}/events`);
    expect(last.data.items.map((e) => [e.type, e.quarantine])).toEqual([
      ['install.revoked', null],
      ['install.created', null],
    ]);
    expect(await world.db.query('select scoped_token from installs.installs where id = $1', [own.id])).toEqual([
      { scoped_token: null },
    ]);
    expect(
      (await call(operator, 'POST', `/operator/installs/${own.id}/uninstall`, { confirm: ventures[1]!.name })).error,
    ).toBe('invalid_transition');
  });

  it('what happened to it is told with who did it, page by page, and by no one’s name to whom it is none of theirs', async () => {
    const own = await active(1);
    // Right after it became active, in this order.
    for (const [n, kind, name, role, action, after] of [
      [1, 'user', 'Rita Admin', 'admin', 'install.tried_now', null],
      [2, 'token', 'engine', 'host', 'install.settings_changed', '{"version": 2, "operator_email": "o@x.example"}'],
      [3, 'user', 'Rita Admin', 'admin', 'install.looked_at', null],
    ])
      await world.db.query(
        `insert into platform.audit_log (id, at, actor_kind, actor_name, actor_role, action, subject_type, subject_id, after)
         select gen_random_uuid(), at + $2 * interval '1 microsecond', $3, $4, $5, $6, 'install', $1, $7::jsonb
         from platform.audit_log where subject_type = 'install' and subject_id = $1 and action = 'install.activated'`,
        [own.id, n, kind, name, role, action, after],
      );
    await end(own.id, 1);
    const page = async (query: string) =>
      (
        await call<{ items: InstallStepView[]; next_cursor: string | null }>(
          operator,
          'GET',
          `/operator/installs/${own.id}/timeline${query}`,
        )
      ).data;
    const all = await page('');
    expect(all.next_cursor).toBeNull();
    expect(all.items.map(({ step, by }) => [step, by]).reverse()).toEqual([
      ['install.requested', 'you'],
      ['install.activated', 'Drive Portal'],
      ['install.tried_now', 'the operator of this portal'],
      ['install.settings_changed', 'the host platform'],
      ['install.ended', 'you'],
      ['install.revoked', 'Drive Portal'],
      ['install.token_checked', 'Drive Portal'],
    ]);
    expect(all.items.find(({ step }) => step === 'install.settings_changed')).toMatchObject({
      version: '2',
      on_behalf_of: 'o@x.example',
    });
    expect(all.items[0]).toMatchObject({ token: 'refused' });
    const first = await page('?limit=4');
    const rest = await page(`?limit=4&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.next_cursor).toBeNull();
  });

  it('is counted in the catalogue, up and down', async () => {
    const { CountPopularity } = await import('../../../listings/src/catalogue/count-popularity.js');
    const counted = async () => {
      await world.app.get(CountPopularity).execute();
      const [row] = await world.db.query<{ installs: number; down: number }>(
        `select e.installs, e.installs_down as down from listings.catalogue_entries e where e.drive_id = $1`,
        [owned.driveId],
      );
      return [row!.installs, row!.down];
    };
    const [before] = (await counted()) as [number, number];
    const own = await active(2);
    expect(await counted()).toEqual([before + 1, -before - 1]);
    await end(own.id, 2);
    expect((await counted())[0]).toBe(before);
  });

  it('ten wishes at once for one venture: one install', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => install(operator, good(2))));
    expect(answers.map((a) => a.status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
    expect(answers.find((a) => a.status === 409)!.error).toBe('install_exists');
    await world.work();
    await end(answers.find((a) => a.status === 202)!.data.id, 2);
  });

  it('a lost answer is asked for again and ends as one install at the Drive, told once', async () => {
    const { data } = await install(operator, good(3));
    const handshake = world.app.get(PerformHandshake);
    await fault({ kind: 'drop-answer', times: 1 });
    expect(await handshake.execute(data.id, UNKNOWN)).toBe(false);
    expect(await view(data.id)).toMatchObject({ state: 'unknown', call: { kind: 'handshake', attempts: 1 } });
    await call(operator, 'POST', `/operator/installs/${data.id}/try-now`);
    await handshake.execute(data.id, UNKNOWN);
    await handshake.execute(data.id, UNKNOWN);
    expect((await view(data.id)).state).toBe('active');
    expect(
      await world
        .events('install.activated', owned.driveId)
        .then((all) => all.filter((e) => e['install_id'] === data.id)),
    ).toHaveLength(1);
    const state = (await (await fetch(`${drive.url}/_control/state`)).json()) as {
      data: { installs: { venture_id: string }[] };
    };
    expect(state.data.installs.filter((i) => i.venture_id === ventures[3]!.id)).toHaveLength(1);
    await world.work();
    await end(data.id, 3);
  });

  it('installs are found by plugin, venture and what they wait for', async () => {
    const found = async (query: string, as = operator) =>
      (await call<{ items: InstallView[] }>(as, 'GET', `/operator/installs?${query}`)).data.items.map((one) => one.id);
    const { id } = await active(1);
    const name = ventures[1]!.name;
    expect(await found(`q=${encodeURIComponent(name.toUpperCase())}&status=active`)).toEqual([id]);
    expect(await found(`q=${owned.slug.slice(0, 4)}nothing`)).toEqual([]);
    expect(await found('status=moving')).not.toContain(id);
    expect(await found('status=ended')).not.toContain(id);
    expect(await found(`q=${encodeURIComponent(name)}`, stranger)).toEqual([]);
    expect((await call(operator, 'GET', '/operator/installs?status=other')).status).toBe(400);
    await end(id, 1);
    expect(await found(`q=${encodeURIComponent(name)}&status=ended`)).toContain(id);
  });

  it('an upgrade waits for the operator: difference from what runs, accepted by digest, once', async () => {
    const own = await active(0);
    const staying = await active(1);
    overlay.drive = { version: '1.1.0' };
    const author = (
      await world.db.query<{ org_id: string }>('select org_id from authors.drive_reservations where id = $1', [
        owned.driveId,
      ])
    )[0]!;
    expect(author.org_id).toBeDefined();
    const { SyncManifest } = await import('../../../listings/src/sync/sync-manifest.js');
    await world.app.get(SyncManifest).execute(owned.driveId);
    await world.work();
    const prompt = (await call<UpgradeView>(operator, 'GET', `/operator/installs/${own.id}/upgrade`)).data;
    expect([prompt.state, prompt.from_version, prompt.to_version]).toEqual(['open', '1.0.0', '1.1.0']);
    expect(prompt.changes.map((c) => c.level)).toContain('cosmetic');
    const permissions = prompt.permissions.map((p) => p.name);
    const accept = (body: object) =>
      call<InstallView>(operator, 'POST', `/operator/installs/${own.id}/upgrade/accept`, body);
    expect((await accept({ digest: plugin.digest, permissions })).error).toBe('plugin_changed');
    expect((await accept({ digest: prompt.digest, permissions: [] })).error).toBe('permissions_not_granted');
    // What it costs is told before, and whoever saw another price has agreed to nothing.
    expect(prompt).toMatchObject({ price_before: plugin.price, price_after: plugin.price, price_known: true });
    const other = await accept({ digest: prompt.digest, permissions, amount_minor: '1' });
    expect([other.status, other.error]).toEqual([409, 'plugin_changed']);
    expect(other.body).toContain(`The price is ${plugin.price!.amount_minor} minor units of USD per month now.`);
    const asked = jest.spyOn(world.app.get(Listings), 'priceOf');
    const answers = await Promise.all([
      accept({ digest: prompt.digest, permissions, amount_minor: plugin.price!.amount_minor }),
      accept({ digest: prompt.digest, permissions }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 404]);
    // The price that is pinned is that of the very instant that is written down, read in the same transaction.
    const [told] = await world.db.query<{ at: string }>(
      `select payload->>'upgraded_at' as at from platform.outbox_events where type = 'install.upgraded' and payload->>'install_id' = $1`,
      [own.id],
    );
    const inside = asked.mock.calls
      .filter(([, , q]) => q !== undefined)
      .map(([, question]) => question.at.toISOString());
    expect(inside).toEqual([told!.at]);
    asked.mockRestore();
    expect((await call(operator, 'POST', `/operator/installs/${staying.id}/upgrade/decline`)).status).toBe(200);
    expect([(await view(own.id)).version, (await view(staying.id)).version]).toEqual(['1.1.0', '1.0.0']);
    // Whoever kept what runs may look again; whoever upgraded has nothing to look at.
    const again = (id: string) => call<UpgradeView>(operator, 'POST', `/operator/installs/${id}/upgrade/reconsider`);
    expect([(await view(staying.id)).upgrade_declined, (await view(own.id)).upgrade_declined]).toEqual([true, false]);
    expect((await again(own.id)).error).toBe('no_upgrade');
    expect((await again(staying.id)).data).toMatchObject({ state: 'open', to_version: '1.1.0', outcome: 'consent' });
    expect(await view(staying.id)).toMatchObject({ upgrade_available: true, upgrade_declined: false });
    expect((await again(staying.id)).error).toBe('no_upgrade');
    expect((await call(operator, 'POST', `/operator/installs/${staying.id}/upgrade/decline`)).status).toBe(200);
  });

  it('is called what was agreed to until its operator takes the version that is called something else', async () => {
    plugin = (await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data;
    const { id, name, category, support_url, support_email } = await active(2);
    const agreed = { name, category, support_url, support_email };
    expect(agreed).toMatchObject({
      name: plugin.name,
      category: expect.any(String) as string,
      support_email: expect.stringContaining('@') as string,
    });
    const renamed = {
      name: 'Payments Official',
      category: 'Operations',
      support_url: 'https://elsewhere.example/help',
      support_email: 'help@elsewhere.example',
    };
    overlay.drive = { version: '1.2.0', ...renamed };
    const { SyncManifest } = await import('../../../listings/src/sync/sync-manifest.js');
    await world.app.get(SyncManifest).execute(owned.driveId);
    await world.work();
    expect(await view(id)).toMatchObject({ ...agreed, upgrade_available: false });
    const [waiting] = await world.db.query<{ id: string }>(
      `select id from listings.submissions where drive_id = $1 and state = 'in_review'`,
      [owned.driveId],
    );
    const reviewer = await world.app.demo('reviewer');
    const decided = await decideCase(
      (method, url, body) => call(reviewer, method, url, body),
      waiting!.id,
      'approve',
      'The company changed its name, and showed the papers.',
    );
    expect(decided.status).toBe(200);
    await world.work();
    expect((await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data.name).toBe(renamed.name);
    expect(await view(id)).toMatchObject({ ...agreed, upgrade_available: true });
    const found = async (q: string) =>
      (await call<{ items: InstallView[] }>(operator, 'GET', `/operator/installs?q=${encodeURIComponent(q)}`)).data
        .items;
    expect((await found(name)).map((one) => one.id)).toContain(id);
    expect(await found(renamed.name)).toEqual([]);

    const offer = (await call<UpgradeView>(operator, 'GET', `/operator/installs/${id}/upgrade`)).data;
    expect(offer).toMatchObject({ outcome: 'consent' });
    for (const [pointer, before, after] of [
      ['/drive/name', name, renamed.name],
      ['/drive/category', category!, renamed.category],
      ['/drive/support_email', support_email!, renamed.support_email],
    ]) {
      const change = offer.changes.find((one) => one.pointer === pointer);
      expect(change).toMatchObject({ level: 'consent' });
      expect(change!.sentence).toContain(before);
      expect(change!.sentence).toContain(after);
    }
    const accepted = await call(operator, 'POST', `/operator/installs/${id}/upgrade/accept`, {
      digest: offer.digest,
      permissions: offer.permissions.map((one) => one.name),
    });
    expect(accepted.status).toBe(200);
    expect(await view(id)).toMatchObject({ ...renamed, version: '1.2.0' });
    await end(id, 2);
  });

  it('an author reads what was seen of an own Drive in use, in sums over all tenants; nobody else does', async () => {
    const url = `/author/drives/${owned.driveId}/observed`;
    const own = await call<ClaimedAndObservedView>(author, 'GET', url);
    expect(own.data.capabilities.find((one) => one.name === 'metrics')).toMatchObject({
      declared: true,
      actual: 'observed',
    });
    expect(own.data.events.find((one) => one.kind === 'install.created')).toMatchObject({ declared: true });
    const seen = own.data.events.reduce((sum, one) => sum + (one.seen ?? 0), 0);
    expect(seen).toBeGreaterThan(0);
    expect(own.data.permissions.find((one) => one.name === 'venture.read')!.granted).toBeGreaterThan(0);
    for (const secret of [ventures[0]!.name, ventures[0]!.tenant_name, ventures[0]!.id])
      expect(own.body).not.toContain(secret);
    const eve = await world.author('eve');
    expect((await call(eve.cookie, 'GET', url)).error).toBe('drive_not_found');
    const idle = await world.reserve(eve, 'idle', false);
    expect((await call(eve.cookie, 'GET', `/author/drives/${idle.driveId}/observed`)).data).toEqual({
      permissions: [],
      capabilities: [],
      events: [],
    });
  });

  it('a deadline to sign that has passed stops what is new, but no install and nothing that runs', async () => {
    await world.db.query(
      `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at, sign_until)
       select 'late', max(ordinal) + 1, $1, encode(sha256(convert_to($1, 'UTF8')), 'hex'), '["Late."]', now() - interval '20 days', now() - interval '1 day'
       from authors.agreement_versions`,
      ['The parties agree on what was agreed on before.'],
    );
    const submitted = await call(author, 'POST', `/author/drives/${owned.driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    expect([submitted.status, submitted.error]).toEqual([403, 'agreement_required']);
    plugin = (await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data;
    const own = await active(2);
    expect(own.state).toBe('active');
    const read = await call<{ reachable: boolean }>(operator, 'POST', `/operator/installs/${own.id}/refresh`);
    expect(read.data.reachable).toBe(true);
    await end(own.id, 2);
  });

  it.each([
    ['an active install without a token', `update installs.installs set scoped_token = null where state = 'active'`],
    ['a revoked install with a token', `update installs.installs set scoped_token = 'x' where state = 'revoked'`],
    ['an ended install that is active', `update installs.installs set ended_at = now() where state = 'active'`],
    ['a state that does not exist', `update installs.installs set state = 'paused' where state = 'active'`],
    ['a price without an amount', `update installs.installs set amount = 0 where price_id is not null`],
  ])('the database itself refuses %s', async (_name, sql) => {
    await expect(world.db.query(sql)).rejects.toThrow(/violates check constraint/);
  });
});
