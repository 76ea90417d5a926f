import { randomUUID } from 'node:crypto';
import { Database } from '@portal/platform/database';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/drives/changing-drives.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { IdentityModule } from '../index.js';

const REASON = 'joins the finance team';
let owner: Client;
/** Sessions and ids of three admins. */
let [first, second, third] = ['', '', ''];
let [firstId, secondId, thirdId] = ['', '', ''];

afterAll(() => owner.end());
const app = TestApp.ofSpec([IdentityModule]);
const { query } = app;
beforeAll(async () => {
  owner = new Client({ connectionString: app.database.url });
  await owner.connect();
  [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
  [firstId, secondId] = [await idOf(first), await idOf(second)];
  third = await app.signUp('third@admins.example', 'Third Admin');
  thirdId = await idOf(third);
  await grantByTwo(app, thirdId, 'admin');
});

const post = <T = Record<string, unknown>>(as: string, url: string, body: object = {}): Promise<Answer<T>> =>
  app.ask<T>(as, 'POST', `/admin${url}`, body);
const me = (as: string) => app.ask<{ user: { id: string }; roles: { role: string }[] }>(as, 'GET', '/me');
const idOf = async (as: string): Promise<string> => (await me(as)).data.user.id;
const rolesOf = async (as: string): Promise<string[]> => (await me(as)).data.roles.map(({ role }) => role);
const propose = (as: string, userId: string, role = 'finance') =>
  post<{ id: string }>(as, '/role-proposals', { user_id: userId, role, reason: REASON });
const confirm = (as: string, id: string) => post(as, `/role-proposals/${id}/confirm`);
const withdraw = (as: string, id: string) =>
  post(as, `/role-proposals/${id}/withdraw`, { reason: 'not needed any more' });
const take = (as: string, userId: string, role: string) =>
  post(as, `/users/${userId}/roles/revoke`, { role, reason: 'moved to another team' });
const stateOf = async (id: string): Promise<string | undefined> => {
  const answer = await app.ask<{ items: { id: string; state: string }[] }>(first, 'GET', '/admin/role-proposals');
  return answer.data.items.find((one) => one.id === id)?.state;
};
let serial = 0;
async function somebody(): Promise<{ session: string; id: string }> {
  const session = await app.signUp(`person${++serial}@people.example`, `Person ${serial}`);
  return { session, id: await idOf(session) };
}
const outcome = ({ status, error }: Answer<unknown>): [number, string | undefined] => [status, error];
const violates = (constraint: string) => expect.objectContaining({ constraint }) as unknown;

describe('the roles finance and admin', () => {
  it.each(['finance', 'admin'])('%s: one admin proposes, another confirms, and it counts at once', async (role) => {
    const { session, id } = await somebody();
    const { status, data } = await propose(first, id, role);
    expect([status, await rolesOf(session)]).toEqual([201, []]);
    const mails = await query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like 'A role needs%' and body like $1 order by recipient`,
      [`%person${serial}@people.example%`],
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(['second-admin@demo.local', 'third@admins.example']);
    expect(await stateOf(data.id)).toBe('open');
    expect((await confirm(second, data.id)).status).toBe(200);
    expect([await rolesOf(session), await stateOf(data.id)]).toEqual([[role], 'confirmed']);
    const trail = await query<{ action: string; actor_id: string; reason: string }>(
      `select action, actor_id, reason from platform.audit_log where subject_id = $1 and action like 'role.%' order by seq`,
      [id],
    );
    expect(trail).toEqual([
      { action: 'role.proposed', actor_id: firstId, reason: REASON },
      { action: 'role.granted', actor_id: secondId, reason: REASON },
    ]);
    const events = await query<{ type: string }>(
      `select type from platform.outbox_events where payload->>'proposal_id' = $1 order by created_at, id`,
      [data.id],
    );
    expect(events.map(({ type }) => type)).toEqual(['role.proposed', 'role.confirmed']);
    // One admin can revoke it, and its proposal cannot be used again.
    expect((await take(third, id, role)).status).toBe(200);
    expect(await rolesOf(session)).toEqual([]);
    const changes = await query<{ change: string }>(
      `select payload->>'change' as change from platform.outbox_events
       where type = 'staff_role.changed' and payload->>'user_id' = $1 and payload->>'role' = $2 order by seq`,
      [id, role],
    );
    expect(changes.map(({ change }) => change)).toEqual(['granted', 'revoked']);
    expect(outcome(await confirm(second, data.id))).toEqual([409, 'role_proposal_closed']);
  });

  it('are not granted by one admin alone; reviewer still is', async () => {
    const { id } = await somebody();
    const grant = (role: string) => post(first, `/users/${id}/roles`, { role, reason: REASON });
    expect(outcome(await grant('finance'))).toEqual([409, 'role_needs_two_admins']);
    expect(outcome(await grant('admin'))).toEqual([409, 'role_needs_two_admins']);
    expect((await grant('reviewer')).status).toBe(200);
    expect(outcome(await post(first, '/role-proposals', { user_id: id, role: 'reviewer', reason: REASON }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('are confirmed neither by their proposer nor by the person they are about', async () => {
    expect(outcome(await propose(first, firstId))).toEqual([403, 'self_grant']);
    const { data } = await propose(first, thirdId);
    expect(outcome(await confirm(first, data.id))).toEqual([403, 'role_proposal_same_person']);
    expect(outcome(await confirm(third, data.id))).toEqual([403, 'role_proposal_same_person']);
    expect(await rolesOf(third)).toEqual(['admin']);
    // The person concerned can decline.
    expect((await withdraw(third, data.id)).status).toBe(200);
  });

  it('are not proposed for nobody, for a person who has them, or twice', async () => {
    const { id } = await somebody();
    expect(outcome(await propose(first, randomUUID()))).toEqual([404, 'user_not_found']);
    expect(outcome(await propose(first, thirdId, 'admin'))).toEqual([409, 'role_held']);
    const { data } = await propose(first, id);
    expect(outcome(await propose(second, id))).toEqual([409, 'role_proposal_open']);
    expect(outcome(await confirm(second, randomUUID()))).toEqual([404, 'role_proposal_not_found']);
    expect(outcome(await withdraw(second, randomUUID()))).toEqual([404, 'role_proposal_not_found']);
    expect((await withdraw(first, data.id)).status).toBe(200);
  });

  it('are not confirmed once withdrawn, whoever withdrew them, and can be proposed again', async () => {
    const { session, id } = await somebody();
    for (const by of [first, second]) {
      const { data } = await propose(first, id);
      expect((await withdraw(by, data.id)).status).toBe(200);
      expect(outcome(await confirm(second, data.id))).toEqual([409, 'role_proposal_closed']);
      expect(outcome(await withdraw(first, data.id))).toEqual([409, 'role_proposal_closed']);
      expect(await stateOf(data.id)).toBe('withdrawn');
    }
    expect(await rolesOf(session)).toEqual([]);
  });

  it('expire after seven days, to the millisecond', async () => {
    const { session, id } = await somebody();
    const { data } = await propose(first, id);
    const [row] = await query<{ ms: string }>(
      `select extract(epoch from expires_at - proposed_at) * 1000 as ms from identity.role_proposals where id = $1`,
      [data.id],
    );
    expect(Number(row!.ms)).toBe(7 * 86_400_000);
    await owner.query('update platform.test_clock set offset_ms = offset_ms + $1', [7 * 86_400_000]);
    expect(await stateOf(data.id)).toBe('expired');
    expect(outcome(await confirm(second, data.id))).toEqual([409, 'role_proposal_closed']);
    await expect(
      owner.query(
        `update identity.role_proposals set state = 'confirmed', decided_by = $2, decided_at = now() where id = $1`,
        [data.id, secondId],
      ),
    ).rejects.toEqual(violates('role_proposals_in_time'));
    const again = await propose(third, id);
    expect(again.status).toBe(201);
    expect((await confirm(second, again.data.id)).status).toBe(200);
    expect(await rolesOf(session)).toEqual(['finance']);
  });

  it('of two concurrent confirmations one counts', async () => {
    const { session, id } = await somebody();
    const { data } = await propose(first, id);
    const answers = await Promise.all([confirm(second, data.id), confirm(third, data.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rolesOf(session)).toEqual(['finance']);
    expect(await query(`select 1 from identity.role_grants where user_id = $1`, [id])).toHaveLength(1);
  });

  it('wait for a role that is being taken from their proposer, and then fail', async () => {
    const proposer = await somebody();
    await grantByTwo(app, proposer.id, 'admin');
    const { id } = await somebody();
    const { data } = await propose(proposer.session, id);
    await owner.query('begin');
    await owner.query(`delete from identity.role_grants where user_id = $1`, [proposer.id]);
    const confirming = confirm(second, data.id);
    // Only of this database: other tests use the same server.
    const waits = `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
    await eventually(
      'the confirmation that waits',
      () => query(waits),
      (found) => found.length > 0,
    );
    await owner.query('commit');
    expect(outcome(await confirming)).toEqual([409, 'role_proposal_stale']);
    expect(await stateOf(data.id)).toBe('open');
    expect((await withdraw(second, data.id)).status).toBe(200);
  });

  it('cannot be proposed while nobody else could confirm', async () => {
    const { id } = await somebody();
    const others = (
      await query<{ user_id: string }>(
        `select user_id from identity.role_grants where role = 'admin' and user_id <> all($1)`,
        [[firstId, thirdId]],
      )
    ).map(({ user_id }) => user_id);
    for (const userId of others) expect((await take(first, userId, 'admin')).status).toBe(200);
    expect((await propose(first, id)).status).toBe(201);
    expect(outcome(await propose(first, thirdId))).toEqual([409, 'second_admin_missing']);
    expect((await take(first, thirdId, 'admin')).status).toBe(200);
    expect(outcome(await propose(first, id, 'admin'))).toEqual([409, 'second_admin_missing']);
  });
});

describe('the database guards roles against every writer', () => {
  const TWO = 'role_grants_by_two_admins';
  let somebodyId: string;
  let [one, two] = ['', ''];
  beforeAll(async () => {
    somebodyId = (await somebody()).id;
    // As the operator's command does: the installation has one admin left.
    two = (await somebody()).id;
    one = firstId;
    await owner.query(`insert into identity.role_grants (id, user_id, role) values (gen_random_uuid(), $1, 'admin')`, [
      two,
    ]);
  });

  const grant = (
    by: { query(sql: string, params: unknown[]): Promise<unknown> },
    role: string,
    columns = '',
    values = '',
  ) =>
    by.query(
      `insert into identity.role_grants (id, user_id, role${columns}) values (gen_random_uuid(), $1, $2${values})`,
      [somebodyId, role],
    );
  async function proposed(role = 'finance'): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into identity.role_proposals (id, user_id, role, reason, proposed_by, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4, platform.portal_now() + interval '1 day') returning id`,
      [somebodyId, role, REASON, one],
    );
    return rows[0]!.id;
  }
  const decided = (id: string, by: string | null, state = 'confirmed') =>
    owner.query(
      `update identity.role_proposals set state = $2, decided_by = $3, decided_at = case when $3::uuid is not null then now() end where id = $1`,
      [id, state, by],
    );

  it.each(['finance', 'admin'])('%s is not granted without a proposal, on behalf of anybody', async (role) => {
    await expect(grant(owner, role)).rejects.toEqual(violates(TWO));
    await expect(grant(owner, role, ', granted_by', `, '${one}'`)).rejects.toEqual(violates(TWO));
    await expect(grant(app.get(Database), role)).rejects.toMatchObject({ driverError: { constraint: TWO } });
    await grant(owner, 'reviewer');
    await expect(
      owner.query(`update identity.role_grants set role = $2 where user_id = $1`, [somebodyId, role]),
    ).rejects.toEqual(violates(TWO));
    await owner.query(`delete from identity.role_grants where user_id = $1`, [somebodyId]);
  });

  it('nor with one that is open, withdrawn, another person’s, for another role, or used up', async () => {
    const id = await proposed();
    const granted = (role = 'finance') => grant(owner, role, ', proposal_id', `, '${id}'`);
    await expect(granted()).rejects.toEqual(violates(TWO));
    await decided(id, two);
    await expect(granted('admin')).rejects.toEqual(violates(TWO));
    await expect(granted('reviewer')).rejects.toEqual(violates(TWO));
    const stranger = (await somebody()).id;
    await expect(
      owner.query(
        `insert into identity.role_grants (id, user_id, role, proposal_id) values (gen_random_uuid(), $1, 'finance', $2)`,
        [stranger, id],
      ),
    ).rejects.toEqual(violates(TWO));
    await granted();
    await expect(
      owner.query(`update identity.role_grants set user_id = $1 where user_id = $2 and role = 'finance'`, [
        stranger,
        somebodyId,
      ]),
    ).rejects.toEqual(violates(TWO));
    await owner.query(`delete from identity.role_grants where user_id = $1`, [somebodyId]);
    await expect(granted()).rejects.toEqual(violates(TWO));
    const withdrawn = await proposed();
    await decided(withdrawn, two, 'withdrawn');
    await expect(grant(owner, 'finance', ', proposal_id', `, '${withdrawn}'`)).rejects.toEqual(violates(TWO));
  });

  it('a proposal is made by an admin, for somebody else, and confirmed by a second admin', async () => {
    const insert = (by: string, columns = '', values = '') =>
      owner.query(
        `insert into identity.role_proposals (id, user_id, role, reason, proposed_by, expires_at${columns})
         values (gen_random_uuid(), $1, 'admin', $2, $3, platform.portal_now() + interval '1 day'${values})`,
        [somebodyId, REASON, by],
      );
    await expect(insert(somebodyId)).rejects.toThrow(/role_proposals_(not_for_oneself|by_admins)|an admin who is one/);
    await expect(insert(secondId)).rejects.toEqual(violates('role_proposals_by_admins'));
    await expect(insert(one, ', state, decided_by, decided_at', `, 'confirmed', '${two}', now()`)).rejects.toEqual(
      violates('role_proposals_open_first'),
    );
    const id = await proposed('admin');
    await expect(decided(id, one)).rejects.toEqual(violates('role_proposals_second_admin'));
    await expect(decided(id, null)).rejects.toMatchObject({ code: '23514' });
    await expect(decided(id, secondId)).rejects.toEqual(violates('role_proposals_by_admins'));
    await expect(
      owner.query(`update identity.role_proposals set expires_at = expires_at + interval '7 days' where id = $1`, [id]),
    ).rejects.toEqual(violates('role_proposals_pinned'));
    await decided(id, two, 'withdrawn');
    for (const change of [`state = 'open', decided_by = null, decided_at = null`, `decided_by = proposed_by`])
      await expect(owner.query(`update identity.role_proposals set ${change} where id = $1`, [id])).rejects.toEqual(
        violates('role_proposals_pinned'),
      );
    await expect(owner.query(`delete from identity.role_proposals`)).rejects.toThrow();
    await expect(owner.query(`truncate identity.role_proposals cascade`)).rejects.toThrow();
  });
});
