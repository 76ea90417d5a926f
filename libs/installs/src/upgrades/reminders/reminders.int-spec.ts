import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { insertListing, insertRevision } from '../../../../../test/support/database/inserted-drives.js';
import { insertInstall, operatorOf } from '../../../../../test/support/database/inserted-installs.js';
import { ListingsWorld, type Author } from '../../../../../test/support/drives/listings.js';
import { AnswerPrompt } from '../answer-prompt.js';
import type { UpgradePolicyView, UpgradeView } from '../../install/read/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../../installs.module.js';
import { RemindUpgrades } from './remind-upgrades.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('reminders of waiting upgrades', () => {
  const world = ListingsWorld.forTests({}, [InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let drive: { driveId: string; from: string; to: string };
  let tenants = 0;

  beforeAll(async () => {
    ada = await world.author('ada');
    const owned = await world.reserve(ada, 'reminded', false);
    const { driveId } = owned;
    await insertListing(world.app, ada.orgId, owned);
    const revision = (version: string) => insertRevision(world.app, driveId, { version, manifest: {} });
    drive = { driveId, from: await revision('1.0.0'), to: await revision('2.0.0') };
    // Only published versions are offered.
    for (const [revision, before] of [
      [drive.from, null],
      [drive.to, drive.from],
    ])
      await sql(
        `insert into listings.publications (id, drive_id, revision_id, from_revision_id, prompts, published_at) values (gen_random_uuid(), $1, $2, $3, true, platform.portal_now())`,
        [driveId, revision, before],
      );
    await sql(
      `insert into installs.upgrade_differences (from_revision_id, to_revision_id, changes) values ($1, $2, '[]')`,
      [drive.from, drive.to],
    );
  });

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);
  const run = async (): Promise<number> => {
    const reminded = await world.app.get(RemindUpgrades).execute();
    await world.work();
    return reminded;
  };

  interface Tenant {
    tenantId: string;
    email: string;
    cookie: string;
  }
  async function tenant(): Promise<Tenant> {
    const [tenantId, email] = [randomUUID(), `o${++tenants}@tenants.example`];
    await sql(`insert into installs.tenants (id, name, external_id) values ($1, 'T', $2)`, [tenantId, tenantId]);
    return { tenantId, email, cookie: await world.holder(email, 'operator', tenantId) };
  }

  /** An active install whose upgrade was offered the given number of days ago. */
  async function offered(tenantId: string, daysAgo: number, outcome = 'consent'): Promise<string> {
    const [id, ventureId] = [randomUUID(), randomUUID()];
    await sql(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'Shop', $3)`, [
      ventureId,
      tenantId,
      ventureId,
    ]);
    await insertInstall(world.app, drive.from, { tenantId, ventureId }, { id });
    await sql(
      `insert into installs.upgrade_prompts (id, install_id, from_revision_id, from_version, to_revision_id, to_version, digest, permissions, outcome, state, opened_at, remind_at)
       select gen_random_uuid(), $1, $2, '1.0.0', $3, '2.0.0', r.digest, '{}', $4, 'open', platform.portal_now() - $5 * interval '1 day',
         case $4 when 'consent' then platform.portal_now() + (7 - $5) * interval '1 day' end from listings.revisions r where r.id = $3`,
      [id, drive.from, drive.to, outcome, daysAgo],
    );
    return id;
  }
  /** As if everything about the offer had happened so much earlier. */
  const pass = (id: string, ms: number) =>
    world.app.byOwner(
      `update installs.upgrade_prompts set opened_at = opened_at - $2 * interval '1 millisecond', remind_at = remind_at - $2 * interval '1 millisecond' where install_id = $1`,
      [id, ms],
    );
  const mails = async ({ email }: Tenant): Promise<{ subject: string; body: string }[]> =>
    sql(
      `select subject, body from platform.mail_messages where recipient = $1 and subject like '%answer' order by id`,
      [email],
    );
  const actorOf = ({ tenantId }: Tenant) => operatorOf(tenantId, ada.userId);
  const snooze = (id: string, as: string) =>
    world.app.ask<UpgradeView>(as, 'POST', `/operator/installs/${id}/upgrade/snooze`, {});

  it('are sent once after 7 and once after 21 days, and at no other time', async () => {
    const one = await tenant();
    const id = await offered(one.tenantId, 0);
    for (const [day, sent] of [
      [6.9, 0],
      [7.1, 1],
      [20.9, 1],
      [21.1, 2],
      [60, 2],
    ] as const) {
      const age = await world.value<number>(
        `select extract(epoch from platform.portal_now() - opened_at)::float8 * 1000 from installs.upgrade_prompts where install_id = $1`,
        [id],
      );
      await pass(id, day * DAY - age);
      await run();
      await run();
      expect([day, (await mails(one)).length]).toEqual([day, sent]);
    }
    const [first] = await mails(one);
    expect(first!.subject).toBe('An upgrade waits for your answer');
    expect(first!.body).toContain(`reminded for Shop: 2.0.0, you run 1.0.0\nhttp`);
    expect(first!.body).toContain(`/plugins/installed/${id}`);
  });

  it('are sent once when nothing ran for three weeks', async () => {
    const one = await tenant();
    await offered(one.tenantId, 22);
    await run();
    await run();
    expect(await mails(one)).toHaveLength(1);
  });

  it('are one mail for all upgrades of a tenant, to every operator of it and to nobody else', async () => {
    const [one, other] = [await tenant(), await tenant()];
    for (let i = 0; i < 12; i++) await offered(one.tenantId, 8);
    expect(await run()).toBe(12);
    const [mail, ...more] = await mails(one);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('12 upgrades wait for your answer');
    expect(mail!.body).toContain('and 2 more');
    expect(await mails(other)).toEqual([]);
  });

  it('end with the answer, with a newer version or with the install, and are not sent for what nobody can accept', async () => {
    const one = await tenant();
    const declined = await offered(one.tenantId, 1);
    await world.app.get(AnswerPrompt).decline(declined, actorOf(one));
    const superseded = await offered(one.tenantId, 8);
    await sql(`update installs.upgrade_prompts set state = 'superseded', answered_at = now() where install_id = $1`, [
      superseded,
    ]);
    const blocked = await offered(one.tenantId, 8, 'blocked');
    const gone = await offered(one.tenantId, 8);
    await sql(`update installs.installs set state = 'revoking', ended_at = now() where id = $1`, [gone]);
    expect(await run()).toBe(0);
    expect(await mails(one)).toEqual([]);
    const left = `select 1 from installs.upgrade_prompts where install_id = any($1) and remind_at is not null`;
    expect(await sql(left, [[declined, superseded, blocked, gone]])).toEqual([]);
    await expect(
      sql(`update installs.upgrade_prompts set remind_at = now() where install_id = $1`, [blocked]),
    ).rejects.toThrow('upgrade_prompts_reminded_while_open');
  });

  it('can be delayed by the operator for a week', async () => {
    const one = await tenant();
    const id = await offered(one.tenantId, 8);
    const { data } = await snooze(id, one.cookie);
    expect(Math.abs(Date.parse(data.remind_at!) - Date.now() - 7 * DAY)).toBeLessThan(HOUR);
    expect(await run()).toBe(0);
    await pass(id, 7 * DAY);
    expect(await run()).toBe(1);
    expect(await mails(one)).toHaveLength(1);
    const blocked = await offered(one.tenantId, 8, 'blocked');
    expect(await snooze(blocked, one.cookie)).toMatchObject({ status: 409, error: 'upgrade_blocked' });
    await world.app.get(AnswerPrompt).decline(id, actorOf(one));
    expect(await snooze(id, one.cookie)).toMatchObject({ status: 404, error: 'no_upgrade' });
  });

  it('are not sent where the policy excludes them or the tenant is suspended, and are not sent later instead', async () => {
    const [quiet, owing] = [await tenant(), await tenant()];
    const url = `/api/v1/operator/tenants/${quiet.tenantId}/upgrade-policy`;
    const set = async (body: object) => {
      const { revision } = (await world.app.call<UpgradePolicyView>({ method: 'GET', url, as: quiet.cookie })).data;
      return world.app.call<UpgradePolicyView>({ method: 'POST', url, as: quiet.cookie, body: { ...body, revision } });
    };
    expect((await set({ accepts: 'harmless', reminders: false })).data).toMatchObject({ reminders: false });
    expect((await set({ accepts: 'nothing' })).data).toMatchObject({ accepts: 'nothing', reminders: false });
    expect((await set({ accepts: 'nothing', reminders: 'no' })).status).toBe(400);
    const id = await offered(quiet.tenantId, 8);
    await offered(owing.tenantId, 8);
    await sql(`update installs.tenants set suspended_at = now() where id = $1`, [owing.tenantId]);
    expect(await run()).toBe(0);
    await set({ accepts: 'nothing', reminders: true });
    expect(await run()).toBe(0);
    await pass(id, 14 * DAY);
    expect(await run()).toBe(1);
    expect(await mails(quiet)).toHaveLength(1);
  });

  it('are switched by one operator at a time: one who missed the change of a colleague gets both values', async () => {
    const { tenantId, cookie } = await tenant();
    const url = `/api/v1/operator/tenants/${tenantId}/upgrade-policy`;
    const set = (body: object) => world.app.call<UpgradePolicyView>({ method: 'POST', url, as: cookie, body });
    const wishes = [
      { accepts: 'harmless', reminders: true },
      { accepts: 'nothing', reminders: false },
    ];
    const results = await Promise.all(wishes.map((wish) => set(wish)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = results.findIndex(({ status }) => status === 200);
    expect(JSON.parse(results[1 - won]!.body)).toMatchObject({
      error: 'changed_meanwhile',
      details: expect.arrayContaining([
        { pointer: '/accepts', code: 'now', message: `Now: “${wishes[won]!.accepts}”.` },
        { pointer: '/accepts', code: 'you', message: `You wrote: “${wishes[1 - won]!.accepts}”.` },
        { pointer: '/revision', code: 'changed_by', message: 'you' },
      ]),
    });
    const { revision } = results[won]!.data;
    expect((await set({ ...wishes[1 - won], revision })).data).toMatchObject(wishes[1 - won]!);
    expect((await set({ ...wishes[won], revision })).error).toBe('changed_meanwhile');
  });

  it('wait when the upgrade is answered at that moment, and are sent once by two concurrent runs', async () => {
    const one = await tenant();
    for (let i = 0; i < 5; i++) await offered(one.tenantId, 8);
    const job = world.app.get(RemindUpgrades);
    const counts = await Promise.all([job.execute(), job.execute(), job.execute()]);
    await world.work();
    expect(counts.reduce((sum, n) => sum + n)).toBe(5);
    const held = await offered(one.tenantId, 8);
    const before = (await mails(one)).length;
    const operator = new Client({ connectionString: world.app.database.url });
    await operator.connect();
    await operator.query('begin');
    await operator.query('select 1 from installs.upgrade_prompts where install_id = $1 for update', [held]);
    expect(await run()).toBe(0);
    await operator.query('rollback');
    await operator.end();
    expect(await run()).toBe(1);
    expect(await mails(one)).toHaveLength(before + 1);
  });
});
