import type { ApprovalDetailView } from '@portal/approvals';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { IdentityWorkerModule } from '@portal/identity';
import { PlatformModule, PlatformWorkerModule } from '@portal/platform';
import { Reseal, SealedStore } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { SecretsWorkerModule } from '@portal/secrets';
import { AuthorsWorkerModule } from '@portal/authors';
import { testConfig } from '../../../../test/support/config.js';
import type { OwnedDrive } from '../../../../test/support/drives/listings.js';
import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { InstallsWorkerModule } from '../installs.module.js';
import { RefreshInstall } from '../polling/refresh-install.js';
import { agreeTerms } from '../../../../test/support/drives/commercial-terms.js';
import { control } from '../../../../test/support/drives/console.js';
import type { DryRunView, KeyAdoptionView } from '../../../authors/src/keys/keys.view.js';

const REASON = 'A reason of more than twenty characters.';

describe('signing keys of a Drive with installs', () => {
  const world = PluginsWorld.forTests('rotating', [SecretsWorkerModule, AuthorsWorkerModule]);
  let author: string;
  let operator: string;
  let owned: OwnedDrive;
  let drive: ReferenceDrive;
  let installs: string[] = [];

  const call: PluginsWorld['call'] = (...asked) => world.call(...asked);
  const keys = <T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: object, as = author) =>
    call<T>(as, method, `/author/drives/${owned.driveId}/keys${path}`, body);
  const enter = (secret: string, only: boolean) => control(drive.url, 'secret', { secret, only });
  const adoption = async () => (await keys<KeyAdoptionView>('GET', '/adoption')).data;
  const refresh = (id: string) =>
    call<{ problem: string | null }>(operator, 'POST', `/operator/installs/${id}/refresh`);
  const dryRun = async (): Promise<DryRunView> => {
    const started = await keys<DryRunView>('POST', '/dry-runs');
    expect(started.status).toBe(202);
    await world.work();
    return (await keys<DryRunView>('GET', '/dry-runs/latest')).data;
  };
  async function install(venture: number): Promise<string> {
    const { id, state } = await world.active(venture);
    expect(state).toBe('active');
    return id;
  }

  async function uninstall(venture: number): Promise<void> {
    const confirm = world.ventures[venture]!.name;
    const done = await call(operator, 'POST', `/operator/installs/${installs[venture]}/uninstall`, { confirm });
    expect(done.status).toBeLessThan(300);
    await world.work();
  }

  beforeAll(async () => {
    ({ author, operator, owned, drive } = world);
    installs = [await install(0), await install(1)];
  });

  it('can be tried in a dry run before any rotation, which calls every install under the one key', async () => {
    expect(await dryRun()).toMatchObject({
      state: 'done',
      installs_total: 2,
      installs_asked: 2,
      accept_newest: 2,
      installs: [...installs].sort().map((id) => ({
        install_id: id,
        newest: { label: 'v1', scope: 'drive', outcome: 'accepted', status: 200 },
        previous: null,
      })),
    });
  });

  it('are shown after a rotation with the installs that still need the old key, and a check does not change that', async () => {
    const rotated = await keys<{ secret: string }>('POST', '/rotate', { mode: 'overlap', reason: REASON });
    expect(await dryRun()).toMatchObject({
      state: 'done',
      accept_newest: 0,
      installs: installs.map(() => ({
        newest: { label: 'v2', outcome: 'refused', status: 401 },
        previous: { label: 'v1', outcome: 'accepted', status: 200 },
      })),
    });
    expect((await adoption()).overlap).toMatchObject({ label: 'v1', still_needed: true });
    await refresh(installs[0]!);
    expect((await adoption()).installs.find((one) => one.install_id === installs[0])).toMatchObject({ label: 'v1' });

    await enter(rotated.data.secret, true);
    expect((await refresh(installs[0]!)).data.problem).toBeNull();
    const after = await adoption();
    expect(after.installs.find((one) => one.install_id === installs[0])).toMatchObject({ label: 'v2', scope: 'drive' });
    expect(after.overlap).toMatchObject({ still_needed: false });
    expect(await dryRun()).toMatchObject({
      accept_newest: 2,
      installs: installs.map(() => ({
        newest: { outcome: 'accepted' },
        previous: { outcome: 'refused', status: 401 },
      })),
    });
  });

  it('can be ended early when old, and never when newest', async () => {
    const list = async () => (await keys<{ items: { id: string; state: string }[] }>('GET', '')).data.items;
    const [newest, old] = await list();
    const wish = { reason: REASON };
    expect((await keys('POST', `/${newest!.id}/end`, wish)).error).toBe('signing_key_not_ending');
    expect((await keys('POST', `/${old!.id}/end`, { reason: 'short' })).status).toBe(400);
    const ended = await keys<{ items: { state: string }[] }>('POST', `/${old!.id}/end`, wish);
    expect([ended.status, ended.data.items.map((key) => key.state)]).toEqual([200, ['active', 'retired']]);
    expect((await keys('POST', `/${old!.id}/end`, wish)).error).toBe('signing_key_not_ending');
    expect((await adoption()).overlap).toBeNull();
  });

  it('have a dry run that reports an unreachable Drive instead of hanging, and refuses a second concurrent one', async () => {
    expect((await keys('POST', '/dry-runs')).status).toBe(202);
    expect((await keys('POST', '/dry-runs')).error).toBe('dry_run_running');
    // To an address without a listener, and back: installs are called at the origin of the live revision.
    const [live] = await world.db.query<{ id: string }>(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       select gen_random_uuid(), drive_id, digest, version, shape, 'http://127.0.0.1:1025/m', 'http://127.0.0.1:1025', canonical, manifest
       from listings.revisions where drive_id = $1 returning (select live_revision_id from listings.listings where drive_id = $1) as id`,
      [owned.driveId],
    );
    const lives = (which: string, id: string) =>
      world.db.query(
        `update listings.listings set live_revision_id = (select id from listings.revisions r where r.drive_id = $1 and (r.id = $2) = ${which}) where drive_id = $1`,
        [owned.driveId, id],
      );
    await lives('false', live!.id);
    await world.work();
    const { data } = await keys<DryRunView>('GET', '/dry-runs/latest');
    expect(data).toMatchObject({ state: 'done', installs_asked: 2, accept_newest: 0 });
    for (const { newest } of data.installs) expect(newest).toMatchObject({ outcome: 'unreachable', status: null });
    await lives('true', live!.id);
  });

  it('have a history of who changed what and why, without a secret', async () => {
    const history = await keys<{ items: { action: string; label: string | null; reason: string | null }[] }>(
      'GET',
      '/history',
    );
    expect(history.data.items.map(({ action, label }) => [action, label])).toEqual([
      ['signing_key.ended', 'v1'],
      ['signing_key.rotated', 'v2'],
      ['signing_key.issued', 'v1'],
    ]);
    expect(history.data.items[0]!.reason).toBe(REASON);
    expect(history.body).not.toMatch(/dpk_/);
  });

  it('per tenant are carried in the signed install request, and end with the last install', async () => {
    const chosen = await keys<KeyAdoptionView>('POST', '/scope', { scope: 'tenant', reason: REASON });
    expect(chosen.data.scope).toBe('tenant');
    await uninstall(1);
    const tenantKeys = () =>
      world.db.query<{ state: string; handed_over: boolean }>(
        `select case when k.revoked_at is null then 'valid' else 'revoked' end as state, r.handed_over_at is not null as handed_over
         from secrets.tenant_rings r join secrets.signing_keys k on k.owner_id = r.owner_id and k.scope = 'tenant' where r.drive_id = $1 order by k.version`,
        [owned.driveId],
      );
    expect(await tenantKeys()).toEqual([]);
    installs[1] = await install(1);
    expect(await tenantKeys()).toEqual([{ state: 'valid', handed_over: true }]);
    // From now on its own key signs calls about it, and the Drive accepts it.
    expect((await refresh(installs[1])).data.problem).toBeNull();
    expect((await adoption()).installs.find((one) => one.install_id === installs[1])).toMatchObject({
      scope: 'tenant',
    });
    for (const venture of [0, 1]) await uninstall(venture);
    expect(await tenantKeys()).toEqual([{ state: 'revoked', handed_over: false }]);
    expect(await dryRun()).toMatchObject({ state: 'done', installs_total: 0, installs_asked: 0 });
  });

  it('of first-party Drives are the fleet’s, chosen by two admins, and their author cannot change that', async () => {
    const admin = await world.app.demo('admin');
    const propose = (scope: string, driveId = owned.driveId) =>
      call<ApprovalDetailView>(admin, 'POST', `/admin/drives/${driveId}/key-scope`, { scope, reason: REASON });
    const approve = (by: string, { id, digest }: ApprovalDetailView) =>
      call(by, 'POST', `/approvals/${id}/approve`, { digest });
    const billed = { kind: 'billing_model', drive_id: owned.driveId } as const;
    expect(await propose('fleet')).toMatchObject({ status: 409, error: 'fleet_first_party_only' });
    await agreeTerms(world.app, { ...billed, model: 'first_party' });
    expect(await propose('fleet')).toMatchObject({ status: 409, error: 'signing_key_missing' });
    const fleet = await call<{ secret: string; key: { id: string } }>(admin, 'POST', '/admin/fleet-keys/issue');
    expect(fleet.status).toBe(201);
    expect((await propose('fleet', fleet.data.key.id)).error).toBe('drive_not_found');
    const scope = (await propose('fleet')).data;
    expect(await approve(admin, scope)).toMatchObject({ status: 403, error: 'approval_same_person' });
    // Proposed while it was right, and no longer: two finance people have decided otherwise since.
    await agreeTerms(world.app, { ...billed, model: 'platform' });
    const second = await world.app.demo('second-admin');
    expect(await approve(second, scope)).toMatchObject({ status: 409, error: 'fleet_first_party_only' });
    await agreeTerms(world.app, { ...billed, model: 'first_party' });
    // Approved at the same time, one of both comes too late.
    const [preparer, approver] = [await world.app.demo('finance-preparer'), await world.app.demo('finance-approver')];
    const terms = { ...billed, model: 'platform', valid_from: '2020-01-01T00:00:00Z', reason: REASON };
    const noLonger = await call<ApprovalDetailView>(preparer, 'POST', '/finance/commercial-changes', terms);
    const answers = await Promise.all([approve(second, scope), approve(approver, noLonger.data)]);
    const late = answers.findIndex(({ status }) => status === 409);
    expect(answers.map(({ status }) => status)).toEqual(late === 0 ? [409, 200] : [200, 409]);
    expect(answers[late]!.error).toBe(late === 0 ? 'fleet_first_party_only' : 'fleet_key_in_use');
    if (late === 0) {
      await agreeTerms(world.app, { ...billed, model: 'first_party' });
      expect((await approve(second, scope)).status).toBe(200);
    } else expect((await call(preparer, 'POST', `/approvals/${noLonger.data.id}/withdraw`, {})).status).toBe(200);
    expect((await call(preparer, 'POST', '/finance/commercial-changes', terms)).error).toBe('fleet_key_in_use');
    const found = await call<{ items: { drive_id: string; scope: string }[] }>(
      admin,
      'GET',
      `/admin/drives?q=${owned.slug.toUpperCase()}`,
    );
    expect(found.data.items).toMatchObject([{ drive_id: owned.driveId, scope: 'fleet' }]);
    // A percent sign is meant literally.
    expect((await call<{ items: unknown[] }>(admin, 'GET', '/admin/drives?q=%25')).data.items).toEqual([]);
    const finance = await world.app.demo('finance-preparer');
    const named = (query: string) =>
      call<{ items: { kind: string; id: string }[] }>(finance, 'GET', `/finance/directory?${query}`);
    expect((await named(`kind=drive&q=${owned.slug}`)).data.items).toMatchObject([
      { kind: 'drive', id: owned.driveId },
    ]);
    expect((await named(`kind=author&q=${owned.slug}`)).data.items).toEqual([]);
    // A link has the id alone.
    expect((await named(`kind=drive&q=${owned.driveId}`)).data.items).toMatchObject([
      { id: owned.driveId, slug: owned.slug },
    ]);
    expect((await named(`kind=author&q=${owned.driveId}`)).data.items).toEqual([]);
    expect((await keys('POST', '/scope', { scope: 'drive', reason: REASON })).error).toBe('key_scope_fixed');
    await enter(fleet.data.secret, true);
    installs = [await install(0)];
    expect((await refresh(installs[0]!)).data.problem).toBeNull();
    // An install of a first-party Drive is the host's, so its author's list has none.
    expect(await adoption()).toMatchObject({ scope: 'fleet', installs: [] });
    expect(
      await world.db.query(
        'select k.scope, k.version from secrets.install_uses u join secrets.signing_keys k on k.id = u.key_id where u.install_id = $1',
        [installs[0]],
      ),
    ).toEqual([{ scope: 'fleet', version: 1 }]);
    const rotated = await call<{ secret: string }>(admin, 'POST', '/admin/fleet-keys/rotate', {
      mode: 'overlap',
      reason: REASON,
    });
    expect(rotated.status).toBe(201);
    expect((await refresh(installs[0]!)).data.problem).toBeNull();
    const ended = await call<{ items: { state: string }[] }>(
      admin,
      'POST',
      `/admin/fleet-keys/${fleet.data.key.id}/end`,
      { reason: REASON },
    );
    expect(ended.data.items.map((key) => key.state)).toEqual(['active', 'retired']);
    expect((await refresh(installs[0]!)).data.problem).toContain('HTTP 401');
    await enter(rotated.data.secret, true);
    expect((await refresh(installs[0]!)).data.problem).toBeNull();
  });

  describe('re-encryption after a rotation of the key-encryption key', () => {
    const KEK = (kid: string, seed: number) =>
      `${kid}:${Buffer.from(Array.from({ length: 32 }, (_, i) => (i * seed + 5) % 256)).toString('base64')}`;
    const OLD = `t1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7 + 1)).toString('base64')}`;
    const modules: TestingModule[] = [];
    afterAll(async () => {
      for (const module of modules) await module.close();
    });

    /** A process with this keyring. */
    async function process(keyring: string): Promise<{ module: TestingModule; stores: SealedStore[]; reseal: Reseal }> {
      const module = await Test.createTestingModule({
        imports: [
          PlatformModule.forRoot(testConfig(world.app.database.url, { KEYRING: keyring }), 'test'),
          PlatformWorkerModule,
          IdentityWorkerModule,
          SecretsWorkerModule,
          InstallsWorkerModule,
          DiscoveryModule,
        ],
        providers: [Reseal],
      }).compile();
      modules.push(module);
      const found = module.get(DiscoveryService).getProviders() as { instance?: unknown }[];
      const stores = found.map((one) => one.instance).filter((one): one is SealedStore => one instanceof SealedStore);
      return { module, stores: [...new Set(stores)], reseal: module.get(Reseal) };
    }

    /** Every value of every text column that looks encrypted, by its key, so that an unregistered store is found. */
    async function sealedEverywhere(): Promise<Map<string, number>> {
      const columns = await world.db.query<{ s: string; t: string; c: string }>(
        `select table_schema as s, table_name as t, column_name as c from information_schema.columns
         where data_type = 'text' and table_schema not in ('pg_catalog', 'information_schema') and is_generated = 'NEVER'`,
      );
      const found = new Map<string, number>();
      for (const { s, t, c } of columns) {
        const rows = await world.db
          .query<{ kid: string; n: number }>(
            `select split_part("${c}", '.', 2) as kid, count(*)::int as n from "${s}"."${t}" where "${c}" ~ '^v1\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{40,}\\.' group by 1`,
          )
          .catch(() => []);
        for (const { kid, n } of rows) found.set(kid, (found.get(kid) ?? 0) + n);
      }
      return found;
    }

    it('works in batches that are interrupted at any step, and afterwards nothing needs the old key', async () => {
      // Something in each of the four places.
      const key = { 'idempotency-key': 'a-key-for-the-reseal-test-0001' };
      const sent = await world.app.ask(author, 'POST', `/author/drives/${owned.driveId}/keys/dry-runs`, {}, key);
      expect(sent.status).toBe(202);
      const seed = { method: 'POST', url: '/api/v1/account/second-factor/start', as: author, body: {} } as const;
      expect((await world.app.call(seed)).status).toBe(200);
      const body = { email: 'colleague@example.org', member_role: 'developer' };
      const invitation = { method: 'POST', url: '/api/v1/author/invitations', as: author, body } as const;
      expect((await world.app.call(invitation)).status).toBe(201);
      await world.work();
      const before = await sealedEverywhere();
      expect([...before.keys()]).toEqual(['t1']);
      const total = before.get('t1')!;

      const both = await process(`${KEK('t2', 11)},${OLD}`);
      expect(both.stores.map((store) => store.name).sort()).toEqual([
        'identity.totp_factors.seed',
        'installs.installs.scoped_token',
        'installs.setting_secrets.sealed',
        'platform.idempotency_keys.body',
        'platform.mail_messages.sealed_token',
        'secrets.signing_keys.sealed',
      ]);
      const status = await both.reseal.status(both.stores);
      expect(status.stores.reduce((sum, row) => sum + row.values, 0)).toBe(total);
      expect(status.stores.every((row) => row.values > 0)).toBe(true);

      // Every run is killed one value later than the one before, until one finishes.
      let died = 0;
      for (let until = 0; ; until++) {
        let left = until;
        const stores = both.stores.map((store) =>
          Object.assign(Object.create(store) as SealedStore, {
            replace: (...given: Parameters<SealedStore['replace']>) => {
              if (left-- === 0) throw new Error('killed');
              return store.replace(...given);
            },
          }),
        );
        const outcome = await both.reseal.execute(stores, { batch: 2 }).then(
          (result) => result,
          (error: Error) => error.message,
        );
        if (typeof outcome !== 'string') break;
        expect(outcome).toBe('killed');
        died++;
        // Meanwhile everything works for a process with both keys.
        const now = await sealedEverywhere();
        expect([...now.values()].reduce((a, b) => a + b, 0)).toBe(total);
      }
      expect(died).toBeGreaterThan(2);
      expect(await sealedEverywhere()).toEqual(new Map([['t2', total]]));
      expect((await both.reseal.execute(both.stores)).resealed).toBe(0);
      const runs = (await both.reseal.status(both.stores)).runs;
      expect(runs.map((run) => run.resealed)).toEqual([0, total]);

      // The old key is taken away: a signed call in the name of an install still works.
      const newer = await process(KEK('t2', 11));
      expect(await newer.module.get(RefreshInstall, { strict: false }).execute(installs[0]!)).toMatchObject({
        reachable: true,
        problem: null,
      });
    });

    it('does not overwrite a value that changed meanwhile', async () => {
      const third = await process(`${KEK('t3', 13)},${KEK('t2', 11)}`);
      const store = third.stores.find((one) => one.name.startsWith('secrets'))!;
      const [value] = await store.sealedByOthers('t3', null, 1);
      const stale = { ...value!, sealed: `${value!.sealed}x` };
      const replaced = await third.module.get(Transactor).run((tx) => store.replace(tx, stale, 'v1.t3.lost.lost'));
      expect(replaced).toBe(false);
    });
  });
});
