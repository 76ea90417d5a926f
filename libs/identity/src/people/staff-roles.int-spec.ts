import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/drives/changing-drives.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { IdentityModule } from '../index.js';
import { STAFF_ROLES } from './domain/roles.js';

const REASON = 'joins the team';
const TWO = 'role_grants_by_two_admins';
let owner: Client;
let [first, second] = ['', ''];

// Ended before the application, whose database goes with it.
afterAll(() => owner.end());
const app = TestApp.ofSpec([IdentityModule]);
const { query } = app;
beforeAll(async () => {
  [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
  owner = new Client({ connectionString: app.database.url });
  await owner.connect();
});

const me = (as: string) => app.ask<{ user: { id: string }; roles: { role: string }[] }>(as, 'GET', '/me');
const rolesOf = async (as: string): Promise<string[]> => (await me(as)).data.roles.map(({ role }) => role);
const propose = (as: string, userId: string, role = 'finance') =>
  app.ask<ApprovalDetailView>(as, 'POST', `/admin/users/${userId}/roles`, { role, reason: REASON });
const approve = (as: string, { id, digest }: ApprovalDetailView) =>
  app.ask(as, 'POST', `/approvals/${id}/approve`, { digest });
const revoke = (as: string, userId: string, role: string) =>
  app.ask(as, 'POST', `/admin/users/${userId}/roles/revoke`, { role, reason: REASON });
let serial = 0;
async function somebody(): Promise<{ session: string; id: string }> {
  const session = await app.signUp(`person${String(++serial)}@people.example`, `Person ${String(serial)}`);
  return { session, id: (await me(session)).data.user.id };
}
const outcome = ({ status, error }: Answer<unknown>): unknown[] => [status, error];
const violates = (constraint: string) => expect.objectContaining({ constraint }) as unknown;

describe('a staff role', () => {
  it.each(STAFF_ROLES)('%s is granted by two admins, takes effect at once, and is revoked by one', async (role) => {
    const { session, id } = await somebody();
    const { status, data } = await propose(first, id, role);
    expect([status, data.title]).toEqual([
      201,
      `Role ${role} for Person ${String(serial)} (person${String(serial)}@people.example)`,
    ]);
    expect(await rolesOf(session)).toEqual([]);
    expect((await approve(second, data)).status).toBe(200);
    expect(await rolesOf(session)).toEqual([role]);
    expect(outcome(await propose(first, id, role))).toEqual([409, 'role_held']);
    expect((await revoke(first, id, role)).status).toBe(200);
    expect(await rolesOf(session)).toEqual([]);
    const changes = await query<{ action: string }>(
      `select action from platform.audit_log where action in ('role.granted', 'role.revoked') and subject_id = $1 order by seq`,
      [id],
    );
    expect(changes.map(({ action }) => action)).toEqual(['role.granted', 'role.revoked']);
    // What was approved is used up.
    await expect(
      owner.query(
        `insert into identity.role_grants (id, user_id, role, approval_id) values (gen_random_uuid(), $1, $2, $3)`,
        [id, role, data.id],
      ),
    ).rejects.toEqual(violates(TWO));
  });

  it('cannot be proposed for oneself, for an unknown person, or for other roles', async () => {
    const own = (await me(first)).data.user.id;
    expect(outcome(await propose(first, own))).toEqual([403, 'approval_about_you']);
    expect(outcome(await propose(first, randomUUID()))).toEqual([404, 'user_not_found']);
    expect(outcome(await propose(first, (await somebody()).id, 'author'))).toEqual([400, 'invalid_request']);
  });

  it('waits while its proposer is losing a role, and then is not granted', async () => {
    const proposer = await somebody();
    await grantByTwo(app, proposer.id, 'admin');
    const { data } = await propose(proposer.session, (await somebody()).id);
    await owner.query('begin');
    await owner.query(`delete from identity.role_grants where user_id = $1`, [proposer.id]);
    const approving = approve(second, data);
    // Only of this database: other tests use the same server.
    await eventually(
      'the approval that waits',
      () =>
        query(
          `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
        ),
      (found) => found.length > 0,
    );
    await owner.query('commit');
    expect(outcome(await approving)).toEqual([409, 'approval_proposer_left']);
  });

  it('cannot be proposed while nobody else could decide', async () => {
    const { id } = await somebody();
    await owner.query(`delete from identity.role_grants where role = 'admin' and user_id <> $1`, [
      (await me(first)).data.user.id,
    ]);
    expect(outcome(await propose(first, id))).toEqual([409, 'approval_nobody_else']);
  });

  it.each(STAFF_ROLES)('%s cannot be written without an approval, on behalf of anybody', async (role) => {
    const { id } = await somebody();
    const by = (await me(first)).data.user.id;
    for (const granted of ['null', `'${by}'`]) {
      // Only the operator of the installation can appoint a second admin alone.
      const insert = `insert into identity.role_grants (id, user_id, role, granted_by) values (gen_random_uuid(), '${id}', '${role}', ${granted})`;
      await expect(query(insert)).rejects.toMatchObject({ driverError: { constraint: TWO } });
    }
  });
});
