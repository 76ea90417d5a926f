import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { workerSettings } from '../../../../test/support/config.js';
import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import { WorkerProcess } from '../../../../test/support/processes/worker-process.js';
import type { InstallView, UpgradeView } from '../install/read/installs.view.js';
import { SendConfigUpdates } from './send-config-updates.js';
import type { InstallSettingsView } from './settings.view.js';
import type { ConsoleView } from '../../../../apps/reference-drive/src/control-routes.js';
import { consoleState } from '../../../../test/support/drives/console.js';

const SECRET = 'very-secret-key-1';

/** Merged into the form of the reference Drive: an order that is neither the alphabet's nor that of jsonb. */
const FORM = {
  required: ['tone'],
  properties: {
    drafts_per_week: null,
    notify_operator: null,
    zeta: { type: 'string', title: 'Zeta', description: 'Comes third.' },
    api_key: { type: 'string', title: 'API key', minLength: 8 },
    alpha_and_more: { type: 'integer', title: 'Alpha', minimum: 1, default: 5 },
  },
  additionalProperties: false,
};
const detailsOf = ({ body }: { body: string }) => (JSON.parse(body) as { details: object[] }).details;
const ORDER = ['brand_name', 'tone', 'zeta', 'api_key', 'alpha_and_more'];

describe('settings of an install', () => {
  const overlay: PluginsWorld['overlay'] = { drive: { version: '1.0.0' }, config_schema: FORM };
  const world = PluginsWorld.forTests('configurable', [], overlay);
  let operator: string;
  let drive: ReferenceDrive;
  let venture = 0;
  const call: PluginsWorld['call'] = (...asked) => world.call(...asked);
  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);

  beforeAll(async () => {
    ({ operator, drive } = world);
  });

  const settings = async (id: string, as = operator) =>
    call<InstallSettingsView>(as, 'GET', `/operator/installs/${id}/settings`);
  const change = (id: string, config: object, expected_version: number, more: object = {}, as = operator) =>
    call<InstallSettingsView>(as, 'POST', `/operator/installs/${id}/settings`, { config, expected_version, ...more });
  const send = () => world.app.get(SendConfigUpdates).execute();
  /** As if its next attempt was due. */
  async function sendAgain(id: string): Promise<void> {
    await sql(`update installs.config_updates set next_try_at = platform.portal_now() where install_id = $1`, [id]);
    await send();
  }
  const delivery = async (id: string) => (await settings(id)).data.delivery;
  /** The Drive's state of an install. */
  async function workspace(id: string): Promise<ConsoleView['installs'][number]> {
    const named = await world.listings.value('select drive_install_id from installs.installs where id = $1', [id]);
    return (await consoleState(drive.url)).installs.find((one) => one.install_id === named)!;
  }
  async function install(config: object = { brand_name: 'Acme', api_key: SECRET }): Promise<string> {
    world.plugin = await world.readPlugin();
    const wished = await world.install(operator, world.good(venture++ % world.ventures.length, { config }));
    expect(wished.status).toBe(202);
    await world.work();
    const { data } = await call<InstallView>(operator, 'GET', `/operator/installs/${wished.data.id}`);
    expect(data).toMatchObject({ state: 'active', failure: null });
    return wished.data.id;
  }
  async function uninstall(id: string): Promise<void> {
    const { data } = await call<InstallView>(operator, 'GET', `/operator/installs/${id}`);
    await call(operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: data.venture_name });
    await world.work();
  }

  it('have a form in the order of the author, and a first version from the install', async () => {
    expect(Object.keys((world.plugin.config_schema as typeof FORM).properties)).toEqual(ORDER);
    const id = await install();
    const { data } = await settings(id);
    expect(Object.keys((data.config_schema as typeof FORM).properties)).toEqual(ORDER);
    expect(data).toMatchObject({
      version: 1,
      config: { brand_name: 'Acme', tone: 'plain', alpha_and_more: 5 },
      secrets: ['/api_key'],
      notifies_plugin: true,
      delivery: null,
    });
    expect(data.versions).toMatchObject([
      {
        version: 1,
        changed_by: expect.any(String) as string,
        plugin_version: '1.0.0',
        changes: [
          { pointer: '/tone', before: null, after: '"plain"', secret: false },
          { pointer: '/brand_name', before: null, after: '"Acme"', secret: false },
          { pointer: '/alpha_and_more', before: null, after: '5', secret: false },
          { pointer: '/api_key', before: null, after: null, secret: true },
        ],
      },
    ]);
    // The Drive got them with the install, secrets included.
    expect(await workspace(id)).toMatchObject({ config: { brand_name: 'Acme', api_key: SECRET }, settings_version: 1 });
    await uninstall(id);
  });

  it('change by a new version that is sent to the Drive, with an omitted secret unchanged', async () => {
    const id = await install();
    const changed = await change(id, { brand_name: 'Acme 2', tone: 'formal' }, 1, { reason: 'A new brand' });
    expect(changed).toMatchObject({
      status: 200,
      data: {
        version: 2,
        secrets: ['/api_key'],
        config: { brand_name: 'Acme 2', tone: 'formal', alpha_and_more: 5 },
        delivery: { version: 2, attempts: 0, confirmed_at: null },
      },
    });
    expect(changed.data.versions[0]).toMatchObject({
      version: 2,
      reason: 'A new brand',
      changes: [
        { pointer: '/tone', before: '"plain"', after: '"formal"' },
        { pointer: '/brand_name', before: '"Acme"', after: '"Acme 2"' },
      ],
    });
    await send();
    const received = await workspace(id);
    expect(received).toMatchObject({
      config: { brand_name: 'Acme 2', tone: 'formal', api_key: SECRET },
      settings_version: 2,
    });
    expect(received.permissions.length).toBeGreaterThan(0);
    expect(await delivery(id)).toMatchObject({
      version: 2,
      attempts: 1,
      next_try_at: null,
      failure: null,
      confirmed_at: expect.any(String) as string,
    });
    // A write without changes makes no version, also when sent against an older one.
    for (const expected of [1, 2])
      expect(
        (await change(id, { brand_name: 'Acme 2', tone: 'formal', alpha_and_more: 5 }, expected)).data.version,
      ).toBe(2);
    // Against another version it is refused, with the current values.
    const stale = await change(id, { brand_name: 'Mine', tone: 'formal' }, 1);
    expect([stale.status, stale.error]).toEqual([409, 'changed_meanwhile']);
    expect(detailsOf(stale)).toEqual(
      expect.arrayContaining([
        { pointer: '/config/brand_name', code: 'now', message: 'Now: “Acme 2”.' },
        { pointer: '/config/brand_name', code: 'you', message: 'You wrote: “Mine”.' },
        { pointer: '/revision', code: 'revision', message: '2' },
        { pointer: '/revision', code: 'changed_by', message: 'you' },
      ]),
    );
    await uninstall(id);
  });

  it('are checked against the form, with exact numbers', async () => {
    const id = await install();
    const refused = await change(id, { brand_name: '', tone: 'loud', alpha_and_more: 2.5, nonsense: 1 }, 1);
    expect([refused.status, refused.error]).toEqual([422, 'config_invalid']);
    expect(detailsOf(refused)).toEqual(
      expect.arrayContaining([
        { pointer: '/config/alpha_and_more', code: 'config_type', message: 'Must be a whole number.' },
        { pointer: '/config/tone', code: 'config_enum', message: 'Must be one of: plain, friendly, formal.' },
        expect.objectContaining({ pointer: '/config/brand_name', code: 'config_min_length' }),
        expect.objectContaining({ pointer: '/config/nonsense', code: 'config_unknown' }),
      ]),
    );
    const large = await world.app.app.inject({
      method: 'POST',
      url: `/api/v1/operator/installs/${id}/settings`,
      headers: { 'content-type': 'application/json', cookie: operator, 'idempotency-key': 'a-large-number-1' },
      payload: '{"expected_version":1,"config":{"brand_name":"A","alpha_and_more":9007199254740993}}',
    });
    expect([large.statusCode, large.body.includes('9007199254740991')]).toEqual([400, true]);
    expect((await settings(id)).data.version).toBe(1);
    await uninstall(id);
  });

  it('keep secrets encrypted, and out of every answer, row, log and audit entry', async () => {
    const id = await install();
    await change(id, { brand_name: 'Acme', tone: 'plain', api_key: 'another-secret-2' }, 1);
    const { data, body } = await settings(id);
    expect(data).toMatchObject({ version: 2, secrets: ['/api_key'] });
    expect(data.versions[0]!.changes).toEqual([{ pointer: '/api_key', before: null, after: null, secret: true }]);
    const view = await call<InstallView>(operator, 'GET', `/operator/installs/${id}`);
    expect(view.data.config).toEqual({ brand_name: 'Acme', tone: 'plain', alpha_and_more: 5 });
    const everything = await sql<{ text: string }>(
      `select (select string_agg(i::text, ' ') from installs.installs i) || (select string_agg(s::text, ' ') from installs.settings s)
         || (select string_agg(s::text, ' ') from installs.setting_secrets s) || (select string_agg(a::text, ' ') from platform.audit_log a) as text`,
    );
    for (const secret of [SECRET, 'another-secret-2'])
      for (const text of [body, view.body, everything[0]!.text]) expect(text).not.toContain(secret);
    await send();
    expect((await workspace(id)).config).toMatchObject({ api_key: 'another-secret-2' });
    // Removed by null; a wrong one is refused without being repeated.
    const short = await change(id, { brand_name: 'Acme', tone: 'plain', api_key: 'tiny' }, 2);
    expect([short.status, short.body.includes('tiny')]).toEqual([422, false]);
    const removed = await change(id, { brand_name: 'Acme', tone: 'plain', api_key: null }, 2);
    expect(removed.data).toMatchObject({ version: 3, secrets: [] });
    await send();
    expect(await workspace(id)).toMatchObject({ settings_version: 3, config: { brand_name: 'Acme' } });
    expect((await workspace(id)).config).not.toHaveProperty('api_key');
    await change(id, { brand_name: 'Acme', tone: 'plain', api_key: SECRET }, 3);
    await uninstall(id);
    // Nothing usable is left of an ended install.
    expect(
      await sql(
        'select 1 from installs.setting_secrets where install_id = $1 union all select 1 from installs.config_updates where install_id = $1',
        [id],
      ),
    ).toEqual([]);
  });

  it('are deleted with the install', async () => {
    const id = await install();
    await uninstall(id);
    expect((await change(id, { brand_name: 'A' }, 1)).error).toBe('install_not_active');
  });

  it('are sent again with growing delays until the Drive confirms, and only the newest version is sent', async () => {
    const id = await install();
    const path = '/api/platform/config-update';
    expect((await world.fault({ path, kind: 'status', status: 503, times: 2 })).status).toBe(200);
    await change(id, { brand_name: 'B', tone: 'plain' }, 1);
    await send();
    const first = (await delivery(id))!;
    expect(first).toMatchObject({ version: 2, attempts: 1, confirmed_at: null });
    expect(first.failure).toContain('HTTP 503');
    // Not before its time.
    await send();
    expect(await delivery(id)).toMatchObject({ attempts: 1 });
    await sendAgain(id);
    const second = (await delivery(id))!;
    expect(second).toMatchObject({ attempts: 2, confirmed_at: null });
    await change(id, { brand_name: 'C', tone: 'plain' }, 2);
    expect(await delivery(id)).toMatchObject({ version: 3, attempts: 0, failure: null });
    await Promise.all([send(), send()]);
    expect(await workspace(id)).toMatchObject({ settings_version: 3, config: { brand_name: 'C' } });
    expect(await delivery(id)).toMatchObject({ version: 3, attempts: 1, next_try_at: null });
    // It took them, and its answer got lost: the same version again does no harm.
    await world.fault({ path, kind: 'drop-answer' });
    await change(id, { brand_name: 'D', tone: 'plain' }, 3);
    await send();
    expect(await workspace(id)).toMatchObject({ settings_version: 4, config: { brand_name: 'D' } });
    expect(await delivery(id)).toMatchObject({ version: 4, attempts: 1, confirmed_at: null });
    await sendAgain(id);
    expect(await delivery(id)).toMatchObject({ version: 4, attempts: 2, next_try_at: null });
    await uninstall(id);
  });

  it.each(['before_send', 'after_send'])(
    'reach the Drive from the next worker when one is killed at config_update.%s',
    async (step) => {
      const id = await install();
      await change(id, { brand_name: 'Killed', tone: 'plain' }, 1);
      const worker = await WorkerProcess.start(world.app.database.url, {
        ...workerSettings(),
        SANDBOX_DRIVE_PORTS: '1024-65535',
        FAILPOINT: `config_update.${step}`,
      });
      expect(await worker.ended).toBe('SIGKILL');
      expect(await delivery(id)).toMatchObject({ version: 2, attempts: 0, confirmed_at: null });
      expect(await workspace(id)).toMatchObject({ settings_version: step === 'after_send' ? 2 : 1 });
      await send();
      expect(await delivery(id)).toMatchObject({ attempts: 0 });
      // Claims of the dead worker are due again within a minute.
      const claimedS = await world.listings.value<number>(
        `select extract(epoch from next_try_at - platform.portal_now())::float8 from installs.config_updates where install_id = $1`,
        [id],
      );
      expect(claimedS).toBeLessThanOrEqual(60);
      await sendAgain(id);
      expect(await delivery(id)).toMatchObject({
        attempts: 1,
        failure: null,
        confirmed_at: expect.any(String) as string,
      });
      expect(await workspace(id)).toMatchObject({ settings_version: 2, config: { brand_name: 'Killed' } });
      await uninstall(id);
    },
  );

  describe('when a version is offered', () => {
    const accept =
      (id: string, more: object = {}) =>
      async () => {
        const { data } = await call<UpgradeView>(operator, 'GET', `/operator/installs/${id}/upgrade`);
        return call<InstallView>(operator, 'POST', `/operator/installs/${id}/upgrade/accept`, {
          digest: data.digest,
          permissions: data.permissions.map((one) => one.name),
          ...more,
        });
      };
    const offer = async (id: string) =>
      (await call<UpgradeView>(operator, 'GET', `/operator/installs/${id}/upgrade`)).data;
    async function next(version: string, form: Record<string, unknown> = {}): Promise<void> {
      overlay['drive'] = { version };
      overlay['config_schema'] = { ...FORM, ...form };
      await world.publish();
    }
    const letHarmless = (id: string, accepts: string) =>
      sql(
        `insert into installs.upgrade_policies (tenant_id, accepts) select tenant_id, $2 from installs.installs where id = $1
         on conflict (tenant_id) do update set accepts = excluded.accepts`,
        [id, accepts],
      );

    it('are requested by an upgrade that needs a new one, which is refused without and never happens by itself', async () => {
      const id = await install();
      await letHarmless(id, 'harmless');
      await next('1.1.0', {
        required: ['region', 'tone'],
        properties: { ...FORM.properties, region: { type: 'string', title: 'Region', minLength: 2 } },
      });
      const prompt = await offer(id);
      expect(prompt).toMatchObject({
        state: 'open',
        to_version: '1.1.0',
        outcome: 'consent',
        settings: {
          version: 1,
          config: { brand_name: 'Acme', tone: 'plain', alpha_and_more: 5 },
          secrets: ['/api_key'],
          missing: [{ pointer: '/region', message: 'This field is required.' }],
        },
      });
      expect(prompt.reasons).toContain('settings_required');
      expect(Object.keys((prompt.settings!.config_schema as typeof FORM).properties)).toEqual([...ORDER, 'region']);

      const without = await accept(id)();
      expect([without.status, without.error]).toEqual([422, 'settings_required']);
      expect(detailsOf(without)).toEqual([
        { pointer: '/config/region', code: 'config_required', message: 'This field is required.' },
      ]);
      const config = { ...prompt.settings!.config, region: 'eu' };
      expect((await accept(id, { config })()).error).toBe('changed_meanwhile');
      const wrong = await accept(id, { config: { ...config, region: 'x' }, settings_version: 1 })();
      expect([wrong.status, wrong.error]).toEqual([422, 'config_invalid']);
      expect((await settings(id)).data.version).toBe(1);

      const accepted = await accept(id, { config, settings_version: 1 })();
      expect(accepted).toMatchObject({ status: 200, data: { version: '1.1.0', config: { region: 'eu' } } });
      await send();
      const received = await workspace(id);
      expect(received).toMatchObject({ settings_version: 2, config: { region: 'eu', api_key: SECRET } });
      expect((await settings(id)).data).toMatchObject({
        version: 2,
        delivery: { version: 2, confirmed_at: expect.any(String) as string },
      });
      expect((await settings(id)).data.versions[0]).toMatchObject({ plugin_version: '1.1.0', version: 2 });
      await letHarmless(id, 'nothing');
      await uninstall(id);
    });

    it('are sent to the Drive with an accepted version and its permissions, even if none changed', async () => {
      const id = await install({ brand_name: 'Acme', api_key: SECRET, region: 'eu' });
      const names = ['venture.read', 'events.emit', 'billing.read'];
      overlay['permissions_requested'] = names;
      const form = {
        required: ['region', 'tone'],
        properties: { ...FORM.properties, region: { type: 'string', title: 'Region', minLength: 2 } },
      };
      await next('1.2.0', form);
      expect((await workspace(id)).permissions).not.toContain('billing.read');
      expect(await accept(id)()).toMatchObject({ status: 200, data: { version: '1.2.0' } });
      await send();
      expect(await workspace(id)).toMatchObject({ settings_version: 2, permissions: names });

      // And of an automatic one, with the defaults of its new fields.
      await letHarmless(id, 'harmless');
      await next('1.3.0', {
        ...form,
        properties: { ...form.properties, extra: { type: 'boolean', title: 'Extra', default: true } },
      });
      expect(await offer(id)).toMatchObject({ state: 'accepted', outcome: 'alone', settings: null });
      await send();
      const received = await workspace(id);
      expect(received).toMatchObject({ settings_version: 3, config: { extra: true, region: 'eu', api_key: SECRET } });
      expect((await settings(id)).data).toMatchObject({
        version: 3,
        secrets: ['/api_key'],
        versions: [{ version: 3, changed_by: null, plugin_version: '1.3.0' }, { version: 2 }, { version: 1 }],
      });
      await letHarmless(id, 'nothing');
      await uninstall(id);
    });

    it('are not sent to a Drive that takes no changes, and the answer says so', async () => {
      overlay['endpoints'] = { config_update: null };
      await next('2.0.0');
      const id = await install();
      expect((await change(id, { brand_name: 'Z', tone: 'plain' }, 1)).data).toMatchObject({
        version: 2,
        notifies_plugin: false,
        delivery: null,
      });
      await send();
      expect(await workspace(id)).toMatchObject({ settings_version: 1, config: { brand_name: 'Acme' } });
      await uninstall(id);
    });
  });
});
