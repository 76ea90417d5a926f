import type { ApprovalDetailView } from '@portal/approvals';
import { APP_ROLE } from '@portal/platform/database';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/drives/changing-drives.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { mailedTo, tokensMailedTo } from '../../../../test/support/people/mailed.js';
import { IdentityModule } from '../index.js';

const PASSWORD = 'a long test phrase';
const app = TestApp.ofSpec([IdentityModule]);
const { query } = app;
let [first, second] = ['', ''];
beforeAll(async () => {
  [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
});

const propose = (as: string, email: string, roles: string[] = ['finance']) =>
  app.ask<ApprovalDetailView>(as, 'POST', '/admin/users/invitations', { email, roles, reason: 'joins the team' });
const approve = (as: string, { id, digest }: ApprovalDetailView) =>
  app.ask(as, 'POST', `/approvals/${id}/approve`, { digest });
const tokens = (email: string) => tokensMailedTo(app, email, /\/staff-invitation\?token=(\w+)/);
const open = (token: string | undefined, name = 'Nell') =>
  app.post('/auth/staff-invitation', { token, name, password: PASSWORD });
const outcome = ({ status, error }: Answer<unknown>): unknown[] => [status, error];
let serial = 0;
const somebody = (): string => `invited${String(++serial)}@people.example`;
async function invited(email: string, roles?: string[]): Promise<string> {
  const { data } = await propose(first, email, roles);
  expect((await approve(second, data)).status).toBe(200);
  return (await tokens(email)).at(-1)!;
}
const rolesOf = async (email: string): Promise<string[]> =>
  (
    await query<{ role: string }>(
      `select g.role from identity.role_grants g join identity.users u on u.id = g.user_id where u.email = $1 order by 1`,
      [email],
    )
  ).map(({ role }) => role);

describe('a person invited to the staff', () => {
  it('gets an account and the roles by the link that is mailed when a second admin approves, once', async () => {
    const email = somebody();
    const { status, data } = await propose(first, email, ['reviewer', 'finance']);
    expect([status, data.title]).toEqual([201, `Invite ${email} as reviewer, finance`]);
    expect(await mailedTo(app, email)).toEqual([]);
    expect(outcome(await approve(first, data))).toEqual([403, 'approval_same_person']);
    expect(await mailedTo(app, email)).toEqual([]);
    expect((await approve(second, data)).status).toBe(200);
    const [token] = await tokens(email);
    expect(JSON.stringify(await query('select * from identity.staff_invitations'))).not.toContain(token);
    expect((await open(token)).status).toBe(200);
    expect(await rolesOf(email)).toEqual(['finance', 'reviewer']);
    expect((await app.post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
    expect(outcome(await open(token))).toEqual([404, 'staff_invitation_not_valid']);
    const told = await query<{ role: string }>(
      `select after->>'role' as role from platform.audit_log a join identity.users u on u.id::text = a.subject_id
       where action = 'role.granted' and u.email = $1 order by 1`,
      [email],
    );
    expect(told.map(({ role }) => role)).toEqual(['finance', 'reviewer']);
  });

  it('keeps the link after a weak password, and cannot use it after seven days', async () => {
    const email = somebody();
    const token = await invited(email);
    const weak = await app.post('/auth/staff-invitation', { token, name: 'Nell', password: 'password1234' });
    expect(weak.error).toBe('password_too_weak');
    const [row] = await query<{ days: number }>(
      `select extract(epoch from expires_at - clock_timestamp())::float8 / 86400 as days from identity.staff_invitations where email = $1`,
      [email],
    );
    expect(row!.days).toBeCloseTo(7, 2);
    await app.byOwner(`update identity.staff_invitations set expires_at = clock_timestamp() where email = $1`, [email]);
    expect(outcome(await open(token))).toEqual([404, 'staff_invitation_not_valid']);
    expect(await query('select 1 from identity.users where email = $1', [email])).toEqual([]);
  });

  it('is not invited with a link of something else, nor a first admin with that of an invitation', async () => {
    const token = await invited(somebody());
    expect(outcome(await open(`dpa_${'x'.repeat(49)}`))).toEqual([404, 'staff_invitation_not_valid']);
    const body = { token, email: 'other@people.example', name: 'Nell', password: PASSWORD };
    expect(outcome(await app.post('/auth/first-admin', body))).toEqual([404, 'admin_link_not_valid']);
  });

  it('who has an account is refused, oneself too, also when the account came after the proposal or the approval', async () => {
    const known = somebody();
    await app.signUp(known);
    expect(outcome(await propose(first, known.toUpperCase()))).toEqual([409, 'invited_has_account']);
    const me = (await app.ask<{ user: { email: string } }>(first, 'GET', '/me')).data.user.email;
    expect(outcome(await propose(first, me))).toEqual([409, 'invited_has_account']);
    const soon = somebody();
    const { data } = await propose(first, soon);
    await app.signUp(soon);
    expect(outcome(await approve(second, data))).toEqual([409, 'invited_has_account']);
    const late = somebody();
    const token = await invited(late);
    await app.signUp(late);
    expect(outcome(await open(token))).toEqual([409, 'invited_has_account']);
    expect([...(await rolesOf(known)), ...(await rolesOf(soon)), ...(await rolesOf(late))]).toEqual([]);
  });

  it('is not invited by a proposal that was withdrawn or refused', async () => {
    for (const [as, end, body] of [
      [first, 'withdraw', { note: 'does not join after all' }],
      [second, 'refuse', { reason: 'does not join after all' }],
    ] as const) {
      const email = somebody();
      const { data } = await propose(first, email);
      const ended = await app.ask(as, 'POST', `/approvals/${data.id}/${end}`, body);
      expect(ended.status).toBe(200);
      expect(outcome(await approve(second, data))).toEqual([409, 'approval_closed']);
      expect(await tokens(email)).toEqual([]);
    }
  });

  it('has only the newest of two invitations, before and after the approval', async () => {
    const email = somebody();
    const { data: older } = await propose(first, email, ['admin']);
    const { data: newer } = await propose(second, email.toUpperCase(), ['reviewer']);
    expect(outcome(await approve(second, older))).toEqual([409, 'approval_closed']);
    expect((await approve(first, newer)).status).toBe(200);
    const [token] = await tokens(email.toUpperCase());
    const newest = await invited(email);
    expect(outcome(await open(token))).toEqual([404, 'staff_invitation_not_valid']);
    expect((await open(newest)).status).toBe(200);
    expect(await rolesOf(email)).toEqual(['finance']);
  });

  it.each([
    ['host', ['host']],
    ['none', []],
    ['the same twice', ['admin', 'admin']],
  ])('cannot be invited with roles: %s', async (_name, roles) => {
    expect(outcome(await propose(first, somebody(), roles))).toEqual([400, 'invalid_request']);
  });

  it('cannot be invited by anybody but an admin', async () => {
    expect((await propose(await app.demo('finance-preparer'), somebody())).status).toBe(403);
  });
});

describe('the database, with the service bypassed', () => {
  let product: Client;
  beforeAll(async () => {
    product = new Client({ connectionString: app.database.url, options: `-c role=${APP_ROLE}` });
    await product.connect();
  });
  afterAll(() => product.end());
  beforeEach(() => product.query('begin'));
  afterEach(() => product.query('rollback'));

  const account = async (email: string): Promise<string> =>
    (
      await product.query<{ id: string }>(
        `insert into identity.users (id, email, name, email_confirmed_at) values (gen_random_uuid(), $1, 'x', clock_timestamp()) returning id`,
        [email],
      )
    ).rows[0]!.id;
  const use = (email: string, userId: string) =>
    product.query(
      `update identity.staff_invitations set used_at = clock_timestamp(), used_by = $2 where email = $1 returning approval_id`,
      [email, userId],
    );
  const grant = (userId: string, role: string, approvalId: unknown) =>
    product.query(
      `insert into identity.role_grants (id, user_id, role, approval_id) values (gen_random_uuid(), $1, $2, $3)`,
      [userId, role, approvalId],
    );
  const two = { constraint: 'role_grants_by_two_admins' };
  const approvalOf = async (email: string): Promise<string> =>
    (
      await query<{ id: string }>('select approval_id as id from identity.staff_invitations where email = $1', [email])
    )[0]!.id;

  it('grants the roles of an invitation that is used in the transaction by the new account of its address', async () => {
    const email = somebody();
    await invited(email, ['reviewer', 'finance']);
    const id = await account(email);
    const { rows } = await use(email, id);
    await grant(id, 'reviewer', rows[0].approval_id);
    await grant(id, 'finance', rows[0].approval_id);
  });

  it('makes one account of a link that two connections use at the same time: the second waits and is refused', async () => {
    const email = somebody();
    const token = await invited(email);
    const id = await account(email);
    await use(email, id);
    const opening = open(token, 'Eve');
    await eventually(
      'the use that waits',
      () =>
        query(
          `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
        ),
      (found) => found.length > 0,
    );
    await grant(id, 'finance', await approvalOf(email));
    await product.query('commit');
    expect(outcome(await opening)).toEqual([409, 'invited_has_account']);
    expect(await query('select name from identity.users where email = $1', [email])).toEqual([{ name: 'x' }]);
    expect(await rolesOf(email)).toEqual(['finance']);
  });

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['that is not used', async (email) => grant(await account(email), 'finance', await approvalOf(email))],
    [
      'of another address',
      async (email) => {
        const id = await account(`other.${email}`);
        await use(email, id);
        return grant(id, 'finance', await approvalOf(email));
      },
    ],
    [
      'used by another person',
      async (email) => {
        await use(email, await account(email));
        return grant(await account(`other.${email}`), 'finance', await approvalOf(email));
      },
    ],
    [
      'for another role',
      async (email) => {
        const id = await account(email);
        await use(email, id);
        return grant(id, 'admin', await approvalOf(email));
      },
    ],
    [
      'that has expired',
      async (email) => {
        await app.byOwner(`update identity.staff_invitations set expires_at = clock_timestamp() where email = $1`, [
          email,
        ]);
        const id = await account(email);
        await product.query(
          `update identity.staff_invitations set used_at = expires_at - interval '1 s', used_by = $2 where email = $1`,
          [email, id],
        );
        return grant(id, 'finance', await approvalOf(email));
      },
    ],
    [
      'for an account that was there before',
      async (email) => {
        await app.signUp(email);
        const [{ id }] = (await query<{ id: string }>('select id from identity.users where email = $1', [email])) as [
          { id: string },
        ];
        await use(email, id);
        return grant(id, 'finance', await approvalOf(email));
      },
    ],
  ])('grants nothing by an invitation %s', async (_name, act) => {
    const email = somebody();
    await invited(email);
    await expect(act(email)).rejects.toMatchObject(two);
  });

  it('grants nothing again by a used one, which stays as it is', async () => {
    const email = somebody();
    expect((await open(await invited(email))).status).toBe(200);
    const [{ id }] = (await query<{ id: string }>('select id from identity.users where email = $1', [email])) as [
      { id: string },
    ];
    await product.query('delete from identity.role_grants where user_id = $1', [id]);
    await product.query('savepoint s');
    await expect(grant(id, 'finance', await approvalOf(email))).rejects.toMatchObject(two);
    for (const sql of [
      'update identity.staff_invitations set used_at = used_at where email = $1',
      'delete from identity.staff_invitations where email = $1',
    ]) {
      await product.query('rollback to s');
      await expect(product.query(sql, [email])).rejects.toMatchObject({ constraint: 'staff_invitations_frozen' });
    }
  });

  it('takes no invitation without an approval of just that, in the transaction that approves', async () => {
    const email = somebody();
    const add = (approvalId: string) =>
      product.query(
        `insert into identity.staff_invitations (token_hash, approval_id, email, roles) values (repeat('a', 64), $1, $2, '{finance}')`,
        [approvalId, email],
      );
    const refused = { constraint: 'staff_invitations_by_approval' };
    const { data } = await propose(first, email);
    await product.query('savepoint s');
    await expect(add(data.id)).rejects.toMatchObject(refused);
    await product.query('rollback to s');
    await invited(email);
    await expect(add(await approvalOf(email))).rejects.toMatchObject(refused);
    await product.query('rollback to s');
    // Longer than it may live.
    await expect(
      product.query(`update identity.staff_invitations set expires_at = clock_timestamp() + interval '1 year'`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it.each<[string, string]>([
    ['proposed by the person of the address', 'select id from identity.users where email = $1'],
    ['proposed by somebody who is no admin', `select gen_random_uuid() where $1::text is not null`],
  ])('takes no proposal %s', async (name, by) => {
    const [admin] = (
      await query<{ email: string }>(
        `select u.email from identity.users u join identity.role_grants g on g.user_id = u.id where g.role = 'admin' limit 1`,
      )
    ).map((row) => row.email);
    await product.query(`select set_config('portal.actor', 'nobody', true)`);
    await expect(
      product.query(
        `insert into approvals.approvals (id, kind, subject_id, title, roles, payload, reason, proposed_by, proposed_by_name, expires_at)
         select gen_random_uuid(), 'staff_invitation', 'x', 'x', '{admin}', jsonb_build_object('email', upper($1), 'roles', array['admin']),
           'joins the team', (${by}), 'x', platform.portal_now() + interval '1 day'`,
        [admin],
      ),
    ).rejects.toMatchObject({
      constraint: name.includes('no admin') ? 'approvals_role' : 'approvals_not_about_oneself',
    });
  });
});
