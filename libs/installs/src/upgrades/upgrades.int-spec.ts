import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Client } from 'pg';
import { operatorOf } from '../../../../test/support/database/inserted-installs.js';
import { UpgradingWorld, V1, type File } from '../../../../test/support/drives/upgrading-world.js';
import { AnswerPrompt } from './answer-prompt.js';
import { ForecastUpgrade } from './forecast-upgrade.js';
import type { ForecastView } from '../install/read/installs.view.js';
import type { AdoptionView } from './adoption.view.js';
import { PlanUpgrades } from './plan-upgrades.js';
import { PromptsRepository } from './prompts.repository.js';

describe('upgrades of many installs', () => {
  const upgrading = UpgradingWorld.forTests();
  const { sql, keep, publish, listed, install, counted, open, offer } = upgrading;

  /** As if a chunk were of `size` installs, until the function that is returned is called. */
  const inChunksOf = (size: number): (() => void) => {
    const prompts = upgrading.app.get(PromptsRepository);
    const ranges = prompts.ranges.bind(prompts);
    const spy = jest
      .spyOn(prompts, 'ranges')
      .mockImplementation((tx, driveId, revisionId) => ranges(tx, driveId, revisionId, size));
    return () => spy.mockRestore();
  };
  const versions = fc.record({
    docs: fc.constantFrom('first', 'second'),
    permissions: fc.constantFrom<string[]>(['venture.read'], ['venture.read', 'billing.read'], []),
    tier: fc.constantFrom('free', 'starter', 'pro'),
    baa: fc.boolean(),
  });
  const fleet = fc.array(
    fc.record({
      older: fc.boolean(),
      accepts: fc.constantFrom(null, 'nothing', 'harmless'),
      amount: fc.constantFrom(0, 4900, 9900, 19900),
      state: fc.constantFrom('active', 'active', 'active', 'sending'),
      file: fc.constantFrom<File>('nothing', 'nothing', 'agreement', 'ended', 'elsewhere', 'here'),
    }),
    { minLength: 1, maxLength: 12 },
  );

  /** Its operator accepts what is offered. @param by what is particular about the operator */
  const accept = async (id: string, permissions: string[], by: object = {}): Promise<void> => {
    const [row] = await sql<{ tenant_id: string; digest: string }>(
      `select i.tenant_id, p.digest from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id where i.id = $1`,
      [id],
    );
    const actor = { ...operatorOf(row!.tenant_id, upgrading.ada.userId), ...by };
    await upgrading.app.get(AnswerPrompt).accept(id, { digest: row!.digest, permissions }, actor);
  };

  it('have the forecast outcome, whatever runs and whatever is published', async () => {
    await fc.assert(
      fc.asyncProperty(
        versions,
        versions,
        fleet,
        fc.integer({ min: 1, max: 13 }),
        async (second, third, installs, chunk) => {
          const { driveId, slug, revisionId } = await listed(V1);
          const middle = await keep(driveId, slug, { ...second, version: '1.1.0' });
          await publish(driveId, middle, revisionId);
          for (const one of installs)
            await install(driveId, one.older ? revisionId : middle, one.accepts, one.amount, one.state, one.file);
          const next = await keep(driveId, slug, { ...third, version: '1.2.0' });
          const { asks, groups } = await upgrading.app.get(ForecastUpgrade).execute(driveId, next);
          const forecast = { alone: 0, consent: 0, blocked: 0 };
          for (const group of groups) forecast[group.outcome] += group.count;
          expect(asks).toBe(true);
          await publish(driveId, next, middle);
          const whole = inChunksOf(chunk);
          await open(driveId, next);
          whole();
          expect(await counted(next)).toEqual(forecast);
          const [run] = await sql<{ n: number }>(
            `select count(*)::int as n from installs.installs where drive_id = $1 and revision_id = $2`,
            [driveId, next],
          );
          expect(run!.n).toBe(forecast.alone);
          expect(forecast.alone + forecast.consent + forecast.blocked).toBe(
            installs.filter((one) => one.state === 'active').length,
          );
          // A repeated event changes nothing.
          await open(driveId, next);
          expect(await counted(next)).toEqual(forecast);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('happen automatically only where the tenant allows it, at the new price, and billing is notified of each', async () => {
    const { driveId, slug, revisionId } = await listed({ ...V1, tier: 'pro' });
    const lets = await install(driveId, revisionId, 'harmless', 19900);
    const asks = await install(driveId, revisionId, null, 19900);
    const next = await keep(driveId, slug, { ...V1, tier: 'starter', version: '1.1.0' });
    // A lower price is a commercial change all the same, so a person is asked; only the same tier is automatic.
    const same = await keep(driveId, slug, { ...V1, tier: 'pro', version: '1.2.0', docs: 'better' });
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    expect(await counted(next)).toEqual({ alone: 0, consent: 2, blocked: 0 });
    await publish(driveId, same, next);
    await open(driveId, same);
    expect(await counted(same)).toEqual({ alone: 1, consent: 1, blocked: 0 });
    const rows = await sql(`select id, revision_id, version, amount from installs.installs where drive_id = $1`, [
      driveId,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: lets, revision_id: same, version: '1.2.0', amount: '19900' },
        { id: asks, revision_id: revisionId, version: '1.0.0', amount: '19900' },
      ]),
    );
    const events = await sql<{ payload: object }>(
      `select payload from platform.outbox_events where type = 'install.upgraded' and payload->>'install_id' = any($1)`,
      [[lets, asks]],
    );
    expect(events.map((one) => one.payload)).toMatchObject([
      { install_id: lets, revision_id: same, amount_minor: '19900' },
    ]);
    const prompts = await sql<{ state: string }>(
      `select state from installs.upgrade_prompts where install_id = $1 order by opened_at, to_version`,
      [asks],
    );
    expect(prompts.map((one) => one.state)).toEqual(['superseded', 'open']);
  });

  it('are not offered for a version whose event arrives after that of a newer one', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, null, 4900);
    const second = await keep(driveId, slug, { ...V1, version: '1.1.0' });
    const third = await keep(driveId, slug, { ...V1, version: '1.2.0' });
    await publish(driveId, second, revisionId);
    await publish(driveId, third, second);
    await open(driveId, third);
    await open(driveId, second);
    expect([await counted(second), await counted(third)]).toEqual([
      { alone: 0, consent: 0, blocked: 0 },
      { alone: 0, consent: 1, blocked: 0 },
    ]);
  });

  it('leave a newer offer unchanged when an older version is computed while that one goes live', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, null, 4900);
    const alone = await install(driveId, revisionId, 'harmless', 4900);
    const second = await keep(driveId, slug, { ...V1, version: '1.1.0' });
    const third = await keep(driveId, slug, { ...V1, version: '1.2.0' });
    await publish(driveId, second, revisionId);
    const plan = upgrading.app.get(PlanUpgrades);
    const offer = plan.offer.bind(plan);
    const slow = jest.spyOn(plan, 'offer').mockImplementationOnce(async (...question) => {
      const made = await offer(...question);
      await publish(driveId, third, second);
      await open(driveId, third);
      return made;
    });
    await open(driveId, second);
    slow.mockRestore();
    expect(await counted(second)).toEqual({ alone: 0, consent: 0, blocked: 0 });
    expect(await counted(third)).toEqual({ alone: 1, consent: 1, blocked: 0 });
    expect(await sql('select version from installs.installs where id = $1', [alone])).toEqual([{ version: '1.2.0' }]);
    const waiting = `select to_version from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id where i.drive_id = $1 and p.state = 'open'`;
    expect(await sql(waiting, [driveId])).toEqual([{ to_version: '1.2.0' }]);
  });

  it('cannot be accepted, with the service bypassed too, without the agreement that they need', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, 'harmless', 4900);
    const next = await offer({ driveId, slug, revisionId }, { ...V1, version: '2.0.0', baa: true });
    expect(await counted(next)).toEqual({ alone: 0, consent: 0, blocked: 1 });
    await expect(accept(id, ['venture.read'])).rejects.toMatchObject({ code: 'baa_required' });
    await expect(
      sql(`update installs.upgrade_prompts set state = 'accepted', answered_at = now() where install_id = $1`, [id]),
    ).rejects.toThrow('upgrade_prompts_blocked_is_not_accepted');
  });

  it.each<[string, string[], string, string, string | null]>([
    ['the same rights at the same price', ['venture.read'], 'starter', 'user', null],
    ['the same for a program', ['venture.read'], 'starter', 'token', null],
    ['one right more', ['venture.read', 'billing.read'], 'starter', 'user', 'step_up_required'],
    ['one right more, by a program', ['venture.read', 'billing.read'], 'starter', 'token', 'session_required'],
    ['a higher price', ['venture.read'], 'pro', 'user', 'step_up_required'],
  ])('with %s require a recent sign-in or not', async (_name, permissions, tier, kind, refused) => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, null, 4900);
    await upgrading.app.byOwner(`update installs.installs set permissions = '{venture.read}' where id = $1`, [id]);
    await offer({ driveId, slug, revisionId }, { ...V1, version: '1.1.0', permissions, tier });
    const state = () => sql('select version, permissions from installs.installs where id = $1', [id]);
    if (refused !== null) {
      await expect(accept(id, permissions, { kind, recentlyAuthenticated: false })).rejects.toMatchObject({
        code: refused,
      });
      expect(await state()).toEqual([{ version: '1.0.0', permissions: ['venture.read'] }]);
    }
    await accept(id, permissions, refused === null ? { kind } : { recentlyAuthenticated: true });
    expect(await state()).toEqual([{ version: '1.1.0', permissions }]);
  });

  it.each([1, 2, 100])('are offered once when two runs open them concurrently, also in chunks of %i', async (chunk) => {
    const { driveId, slug, revisionId } = await listed(V1);
    for (let i = 0; i < 5; i++) await install(driveId, revisionId, i % 2 ? 'harmless' : null, 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const whole = inChunksOf(chunk);
    await Promise.all([open(driveId, next), open(driveId, next), open(driveId, next)]);
    whole();
    expect(await counted(next)).toEqual({ alone: 2, consent: 3, blocked: 0 });
  });

  it('report a failed chunk, keep the finished ones, and offer the rest once each at the next attempt', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    for (let i = 0; i < 9; i++) await install(driveId, revisionId, i % 3 ? null : 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const whole = inChunksOf(2);
    const prompts = upgrading.app.get(PromptsRepository);
    const openOf = prompts.open.bind(prompts);
    let chunks = 0;
    const fails = jest.spyOn(prompts, 'open').mockImplementation(async (...given) => {
      if (++chunks === 3) throw new Error('connection lost');
      return openOf(...given);
    });
    await expect(open(driveId, next)).rejects.toThrow('connection lost');
    // The other worker may finish the chunk it was at, and takes no new one.
    expect(chunks).toBeGreaterThanOrEqual(3);
    expect(chunks).toBeLessThanOrEqual(4);
    const { alone, consent } = await counted(next);
    expect(alone + consent).toBe((chunks - 1) * 2);
    fails.mockRestore();
    await open(driveId, next);
    whole();
    expect(await counted(next)).toEqual({ alone: 3, consent: 6, blocked: 0 });
    const events = await sql<{ n: number }>(
      `select count(*)::int as n from platform.outbox_events where payload ->> 'revision_id' = $1 and type = 'install.upgraded'`,
      [next],
    );
    expect(events).toEqual([{ n: 3 }]);
  });

  it('offer the version even when the tenant changes the policy at that moment', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const prompts = upgrading.app.get(PromptsRepository);
    const supersede = prompts.supersede.bind(prompts);
    const [operator, watcher] = [1, 2].map(() => new Client({ connectionString: upgrading.app.database.url }));
    await Promise.all([operator!.connect(), watcher!.connect()]);
    let changed: Promise<unknown> = Promise.resolve();
    jest.spyOn(prompts, 'supersede').mockImplementationOnce(async (...given) => {
      let done = false;
      const policy = `update installs.upgrade_policies set accepts = 'nothing' where tenant_id = $1`;
      changed = operator!.query(policy, [upgrading.tenants.at(-1)]).then(() => (done = true));
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query = '${policy.replaceAll("'", "''")}'`;
      while (!done && (await watcher!.query(waits)).rows.length === 0);
      await supersede(...given);
    });
    await open(driveId, next);
    await changed;
    await Promise.all([operator!.end(), watcher!.end()]);
    expect(await counted(next)).toEqual({ alone: 1, consent: 0, blocked: 0 });
  });

  it('show the author forecast and adoption of own Drives', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    const get = <T>(as: string, url: string) => upgrading.app.ask<T>(as, 'GET', url);
    const forecast = await get<ForecastView>(
      upgrading.ada.cookie,
      `/author/drives/${driveId}/forecast?revision_id=${next}`,
    );
    expect(forecast.data).toEqual({
      asks: true,
      alone: 1,
      consent: 0,
      blocked: 0,
      groups: [{ outcome: 'alone', reasons: [], installs: 1 }],
    });
    expect(
      (await get(upgrading.ada.cookie, `/author/drives/${driveId}/forecast?revision_id=${randomUUID()}`)).error,
    ).toBe('revision_not_found');
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    const { data } = await get<AdoptionView>(upgrading.ada.cookie, `/author/drives/${driveId}/adoption`);
    expect(data.versions).toMatchObject([
      { version: '1.1.0', running: 1, waiting: 0, declined: 0, days: [{ upgraded: 1 }] },
      { version: '1.0.0', running: 0, days: [{ upgraded: 0 }] },
    ]);
  });
});
