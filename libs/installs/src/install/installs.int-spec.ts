import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import type { ClaimedAndObservedView } from '../../../listings/src/review/http/review.view.js';
import type { DriveEventView } from '../polling/drive-events.view.js';
import type { InstallView, MetricsView } from './read/installs.view.js';
import type { InstallStepView } from './read/install-timeline.view.js';
import { PerformHandshake } from './handshake/perform-handshake.js';
import { gateAbove, GateAboveModule } from '../../../../test/support/processes/gate-above.js';
import { consoleState, control } from '../../../../test/support/drives/console.js';

const UNKNOWN = '00000000-0000-7000-8000-00000000dead';

describe('plugins in ventures', () => {
  const world = PluginsWorld.forTests('installable', [GateAboveModule]);
  beforeEach(() => (gateAbove.chargeable = true));

  it('open on their own origin only, and operator and author see why another address is refused', async () => {
    const elsewhere = (on: boolean) => control(world.drive.url, 'switch', { name: 'install-opens-elsewhere', on });
    const own = await world.active(1);
    expect(own).toMatchObject({ state: 'active', cannot_open: null });
    expect(new URL(own.mount_url!).origin).toBe(world.drive.url);
    await world.end(own.id, 1);

    await elsewhere(true);
    const install = await world.active(1);
    await elsewhere(false);
    const why = `It leads to https://elsewhere.example, not to ${world.drive.url}.`;
    expect(install).toMatchObject({ state: 'active', mount_url: null, cannot_open: why });
    const { data } = await world.call<{ items: object[] }>(
      world.author,
      'GET',
      `/author/drives/${world.owned.driveId}/installs`,
    );
    expect(data.items).toContainEqual(
      expect.objectContaining({ install_id: install.id, state: 'active', cannot_open: why }),
    );
    // Rows from before the rule are judged alike.
    for (const [address, said] of [
      ['javascript:alert(1)', 'It is not an absolute web address.'],
      ['https://user:pw@elsewhere.example/', 'It has a user name or a password in it.'],
      ['http://elsewhere.example/', 'It is not https.'],
    ]) {
      await world.db.query('update installs.installs set mount_url = $2 where id = $1', [install.id, address]);
      expect(await world.view(install.id)).toMatchObject({ mount_url: null, cannot_open: said });
    }
    await world.end(install.id, 1);
  });

  it.each([
    ['another digest', { digest: 'f'.repeat(64) }, 409, 'plugin_changed'],
    ['a permission left out', { permissions: [] }, 422, 'permissions_not_granted'],
    ['settings that the form does not have', { config: { nonsense: 1 } }, 422, 'config_invalid'],
    ['an unknown Drive', { drive_id: UNKNOWN }, 404, 'plugin_not_found'],
    ['an unknown venture', { venture_id: UNKNOWN }, 404, 'unknown_venture'],
    ['a field too many', { extra: true }, 400, 'invalid_request'],
    ['settings that are no object', { config: [] }, 400, 'invalid_request'],
  ])('are not installed with %s', async (_name, change, status, error) => {
    const before = await world.db.query('select count(*) from installs.installs');
    const answer = await world.install(world.operator, world.good(0, change));
    expect([answer.status, answer.error]).toEqual([status, error]);
    expect(await world.db.query('select count(*) from installs.installs')).toEqual(before);
  });

  it('require a tenant that can be charged when the install has a price', async () => {
    gateAbove.chargeable = false;
    expect((await world.install(world.operator, world.good(0))).status).toBe(409);
  });

  it('run from request to end: token encrypted, each event once, metrics, and nothing left afterwards', async () => {
    const own = await world.active(1);
    expect([own.state, own.version]).toEqual(['active', '1.0.0']);
    const token = () =>
      world.listings.value<string | null>('select scoped_token from installs.installs where id = $1', [own.id]);
    expect(await token()).toMatch(/^v1\./);
    const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object) =>
      world.call<T>(world.operator, method, `/operator/installs/${own.id}/${path}`, body);
    for (let i = 0; i < 2; i++) expect((await ask('POST', 'refresh')).data).toMatchObject({ reachable: true });
    const events = async () =>
      (await ask<{ items: DriveEventView[] }>('GET', 'events')).data.items.map((e) => [e.type, e.quarantine]);
    expect(await events()).toEqual([['install.created', null]]);
    const figures = async () => (await ask<MetricsView>('GET', 'metrics')).data;
    expect(await figures()).toMatchObject({ metrics: { installs_active: 1 }, unreachable_since: null });
    // While it does not answer, earlier readings are still shown, and marked as old.
    await world.fault({ kind: 'status', status: 500, times: 20 });
    expect((await ask('POST', 'refresh')).data).toMatchObject({ reachable: false });
    expect(await figures()).toMatchObject({
      metrics: { installs_active: 1 },
      unreachable_since: expect.any(String) as string,
    });
    await world.fault({ kind: 'none' });
    expect((await ask('POST', 'uninstall', { confirm: 'another name' })).error).toBe('confirm_mismatch');
    await world.end(own.id, 1);
    expect((await world.view(own.id)).state).toBe('revoked');
    // Events that the Drive appended at the end are read after it, and listed with the same install.
    expect(await events()).toEqual([
      ['install.revoked', null],
      ['install.created', null],
    ]);
    expect(await token()).toBeNull();
    expect((await ask('POST', 'uninstall', { confirm: world.ventures[1]!.name })).error).toBe('invalid_transition');
  });

  it('have a history that names who acted, page by page, and hides names from those whom they do not concern', async () => {
    const own = await world.active(1);
    // Right after it became active, in this order.
    for (const [n, kind, name, role, action, after] of [
      [1, 'user', 'Rita Admin', 'admin', 'install.tried_now', null],
      [2, 'token', 'engine', 'host', 'install.settings_changed', '{"version": 2, "operator_email": "o@x.example"}'],
      [3, 'user', 'Rita Admin', 'admin', 'install.looked_at', null],
    ])
      await world.app.byOwner(
        `insert into platform.audit_log (id, at, actor_kind, actor_name, actor_role, action, subject_type, subject_id, after)
         select gen_random_uuid(), at + $2 * interval '1 microsecond', $3, $4, $5, $6, 'install', $1, $7::jsonb
         from platform.audit_log where subject_type = 'install' and subject_id = $1 and action = 'install.activated'`,
        [own.id, n, kind, name, role, action, after],
      );
    await world.end(own.id, 1);
    type Steps = { items: InstallStepView[]; next_cursor: string | null };
    const url = `/operator/installs/${own.id}/timeline`;
    const page = async (query: string) => (await world.call<Steps>(world.operator, 'GET', url + query)).data;
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

  it('are counted in the catalogue when they begin and end', async () => {
    const { CountPopularity } = await import('../../../listings/src/catalogue/count-popularity.js');
    const counted = async () => {
      await world.app.get(CountPopularity).execute();
      const [row] = await world.db.query<{ installs: number; down: number }>(
        `select e.installs, e.installs_down as down from listings.catalogue_entries e where e.drive_id = $1`,
        [world.owned.driveId],
      );
      return [row!.installs, row!.down];
    };
    const [before] = (await counted()) as [number, number];
    const own = await world.active(2);
    expect(await counted()).toEqual([before + 1, -before - 1]);
    await world.end(own.id, 2);
    expect((await counted())[0]).toBe(before);
  });

  it('have one install per venture when ten requests run concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.install(world.operator, world.good(2))));
    expect(answers.map((a) => a.status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
    expect(answers.find((a) => a.status === 409)!.error).toBe('install_exists');
    await world.work();
    await world.end(answers.find((a) => a.status === 202)!.data.id, 2);
  });

  it('are requested again after a lost answer, and end as one install that is reported once', async () => {
    const { data } = await world.install(world.operator, world.good(3));
    const handshake = world.app.get(PerformHandshake);
    await world.fault({ kind: 'drop-answer', times: 1 });
    const unanswered = jest.fn();
    const event = { eventId: UNKNOWN, unanswered };
    await handshake.execute(data.id, event);
    expect(unanswered).toHaveBeenCalledTimes(1);
    expect(await world.view(data.id)).toMatchObject({ state: 'unknown', call: { kind: 'handshake', attempts: 1 } });
    await world.call(world.operator, 'POST', `/operator/installs/${data.id}/try-now`);
    await handshake.execute(data.id, event);
    await handshake.execute(data.id, event);
    expect((await world.view(data.id)).state).toBe('active');
    const activated = await world.listings.events('install.activated', world.owned.driveId);
    expect(activated.filter((e) => e['install_id'] === data.id)).toHaveLength(1);
    const { installs } = await consoleState(world.drive.url);
    expect(installs.filter((i) => i.venture_id === world.ventures[3]!.id)).toHaveLength(1);
    await world.work();
    await world.end(data.id, 3);
  });

  it('are found by plugin, venture and what they wait for', async () => {
    const found = async (query: string, as = world.operator) =>
      (await world.call<{ items: InstallView[] }>(as, 'GET', `/operator/installs?${query}`)).data.items.map(
        (one) => one.id,
      );
    const { id } = await world.active(1);
    const name = world.ventures[1]!.name;
    expect(await found(`q=${encodeURIComponent(name.toUpperCase())}&status=active`)).toEqual([id]);
    expect(await found(`q=${world.owned.slug.slice(0, 4)}nothing`)).toEqual([]);
    expect(await found('status=moving')).not.toContain(id);
    expect(await found('status=ended')).not.toContain(id);
    expect(await found(`q=${encodeURIComponent(name)}`, world.stranger)).toEqual([]);
    expect((await world.call(world.operator, 'GET', '/operator/installs?status=other')).status).toBe(400);
    await world.end(id, 1);
    expect(await found(`q=${encodeURIComponent(name)}&status=ended`)).toContain(id);
  });

  it('show the author of a Drive in use what was observed, in sums over all tenants, and show it to nobody else', async () => {
    const url = `/author/drives/${world.owned.driveId}/observed`;
    const running = await world.active(0);
    const own = await world.call<ClaimedAndObservedView>(world.author, 'GET', url);
    expect(own.data.capabilities.find((one) => one.name === 'metrics')).toMatchObject({
      declared: true,
      actual: 'observed',
      calls: [
        { id: 'C43', received: expect.stringMatching(/^401 /) as string },
        { id: 'C60', endpoint: 'GET /api/platform/metrics', received: expect.stringMatching(/^200 /) as string },
      ],
    });
    expect(own.data.events.find((one) => one.kind === 'install.created')).toMatchObject({ declared: true });
    const observed = own.data.events.reduce((sum, one) => sum + (one.seen ?? 0), 0);
    expect(observed).toBeGreaterThan(0);
    expect(own.data.permissions.find((one) => one.name === 'venture.read')!.granted).toBeGreaterThan(0);
    for (const secret of [world.ventures[0]!.name, world.ventures[0]!.tenant_name, world.ventures[0]!.id])
      expect(own.body).not.toContain(secret);
    const eve = await world.listings.author('eve');
    expect((await world.call(eve.cookie, 'GET', url)).error).toBe('drive_not_found');
    const idle = await world.listings.reserve(eve, 'idle', false);
    expect((await world.call(eve.cookie, 'GET', `/author/drives/${idle.driveId}/observed`)).data).toEqual({
      permissions: [],
      capabilities: [],
      events: [],
      checked: null,
    });
    await world.end(running.id, 0);
  });

  it('continue after a signing deadline has passed, which stops only what is new', async () => {
    await world.db.query(
      `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at, sign_until)
       select 'late', max(ordinal) + 1, $1, encode(sha256(convert_to($1, 'UTF8')), 'hex'), '["Late."]', now() - interval '20 days', now() - interval '1 day'
       from authors.agreement_versions`,
      ['The parties agree on what was agreed on before.'],
    );
    const submitted = await world.call(world.author, 'POST', `/author/drives/${world.owned.driveId}/submissions`, {
      manifest_url: world.drive.manifestUrl,
    });
    expect([submitted.status, submitted.error]).toEqual([403, 'agreement_required']);
    world.plugin = await world.readPlugin();
    const own = await world.active(2);
    expect(own.state).toBe('active');
    const read = await world.call(world.operator, 'POST', `/operator/installs/${own.id}/refresh`);
    expect(read.data).toMatchObject({ reachable: true });
    await world.end(own.id, 2);
  });

  describe('the database, with the service bypassed,', () => {
    beforeAll(() => world.active(0));

    it.each([
      ['an active install without a token', `update installs.installs set scoped_token = null where state = 'active'`],
      ['a revoked install with a token', `update installs.installs set scoped_token = 'x' where state = 'revoked'`],
      ['an ended install that is active', `update installs.installs set ended_at = now() where state = 'active'`],
      ['a state that does not exist', `update installs.installs set state = 'paused' where state = 'active'`],
      ['a price without an amount', `update installs.installs set amount = 0 where price_id is not null`],
    ])('refuses %s', async (_name, sql) => {
      await expect(world.app.byOwner(sql)).rejects.toThrow(/violates check constraint/);
    });
  });
});
