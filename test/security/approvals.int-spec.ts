import { randomUUID } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { IdentityModule } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { Client } from 'pg';
import { TestApp, type Answer } from '../support/http/http-app.js';
import { grantByTwo } from '../support/people/staff-role.js';
import { approvalErrors } from '../../libs/approvals/src/errors.js';
import {
  approvalKind,
  Approvals,
  ApprovalsModule,
  type ApprovalDetailView,
  type ApprovalKind,
  type ApprovalSubject,
  type Approved,
} from '@portal/approvals';

interface Thing {
  readonly name: string;
  readonly people?: string[];
  readonly organizations?: string[];
}

const THING = { kind: 'thing', name: 'Thing' };

/** Carried out, as the kind of these tests keeps it. */
const done: string[] = [];
let broken = false;

@Injectable()
class ThingKind implements ApprovalKind<Thing> {
  readonly kind = THING.kind;
  readonly subjectType = 'thing';
  readonly name = THING.name;
  readonly roles = ['admin'] as const;

  subject(_tx: Tx, { name, people, organizations }: Thing): Promise<ApprovalSubject> {
    return Promise.resolve({ subjectId: name, title: `Do ${name}`, people, organizations });
  }

  preview({ name }: Thing) {
    return Promise.resolve({
      effects: [`${name} is done.`],
      balances: [{ account: 'bank', currency: 'usd', before: 5n, after: -3n }],
    });
  }

  apply(_tx: Tx, { payload }: Approved<Thing>): Promise<void> {
    if (broken) throw new AppError(approvalErrors.approval_open);
    done.push(payload.name);
    return Promise.resolve();
  }
}

@Module({ imports: [ApprovalsModule], providers: [...approvalKind(ThingKind)] })
class ThingsModule {}

let owner: Client;
// Ended before the application, whose database goes with it.
afterAll(() => owner.end());
const app = TestApp.ofSpec([IdentityModule, ThingsModule]);
const { query } = app;
let [first, second, third] = ['', '', ''];
beforeAll(async () => {
  [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
  third = await app.signUp('third@admins.example', 'Third Admin');
  await grantByTwo(app, await idOf(third), 'admin');
  owner = new Client({ connectionString: app.database.url });
  await owner.connect();
});

const idOf = async (as: string): Promise<string> =>
  (await app.ask<{ user: { id: string } }>(as, 'GET', '/me')).data.user.id;
const actorOf = async (as: string): Promise<Actor> => {
  const { user, roles } = (
    await app.ask<{ user: { id: string; name: string }; roles: { role: 'admin'; scope_id: null }[] }>(as, 'GET', '/me')
  ).data;
  return { kind: 'user', userId: user.id, name: user.name, roles: roles.map(({ role }) => ({ role, scopeId: null })) };
};
let serial = 0;
async function propose(more: Partial<Thing> = {}, as = first): Promise<ApprovalDetailView> {
  const payload = { name: `thing ${String(++serial)}`, ...more };
  const kind = app.get(ThingKind);
  const id = await app.get(Approvals).propose(await actorOf(as), { kind, payload, reason: 'It has to be done' });
  return (await get(id)).data;
}
const get = (id: string, as = first) => app.ask<ApprovalDetailView>(as, 'GET', `/approvals/${id}`);
const approve = ({ id, digest }: ApprovalDetailView, as = second) =>
  app.ask<ApprovalDetailView>(as, 'POST', `/approvals/${id}/approve`, { digest });
const refuse = ({ id }: ApprovalDetailView, as = second) =>
  app.ask<ApprovalDetailView>(as, 'POST', `/approvals/${id}/refuse`, { reason: 'not like this' });
const withdraw = ({ id }: ApprovalDetailView, as = first) =>
  app.ask<ApprovalDetailView>(as, 'POST', `/approvals/${id}/withdraw`, {});
const outcome = ({ status, error }: Answer<unknown>): unknown[] => [status, error];
const code = (error: string) => expect.objectContaining({ code: error }) as object;

describe('an approval', () => {
  it('is proposed by one person and carried out once when another one approves it', async () => {
    const proposed = await propose();
    expect(proposed).toMatchObject({
      state: 'waiting',
      blocked_by: 'proposed_by_you',
      effects: [`${proposed.subject_id} is done.`],
      balances: [{ account: 'bank', currency: 'usd', before_minor: '5', after_minor: '-3' }],
    });
    expect((await get(proposed.id, second)).data.blocked_by).toBeNull();
    expect(outcome(await approve(proposed, first))).toEqual([403, 'approval_same_person']);
    const both = await Promise.all([approve(proposed), approve(proposed, third)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(done.filter((name) => name === proposed.subject_id)).toHaveLength(1);
    expect(outcome(await refuse(proposed))).toEqual([409, 'approval_closed']);
    expect((await get(proposed.id)).data).toMatchObject({ state: 'approved', blocked_by: 'closed', effects: [] });
    const trail = await query<{ action: string }>(
      `select action from platform.audit_log where subject_type = 'thing' and subject_id = $1 order by seq`,
      [proposed.subject_id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['thing.proposed', 'thing.approved']);
  });

  it('is approved by the digest of what the person looked at', async () => {
    const proposed = await propose();
    expect(outcome(await approve({ ...proposed, digest: 'a'.repeat(64) }))).toEqual([409, 'approval_changed']);
    expect(done).not.toContain(proposed.subject_id);
    expect((await approve(proposed)).status).toBe(200);
  });

  it('stays waiting when its effect cannot be carried out', async () => {
    const proposed = await propose();
    broken = true;
    expect((await approve(proposed)).status).toBe(409);
    broken = false;
    expect((await get(proposed.id)).data).toMatchObject({ state: 'waiting', decided_by: null });
    expect((await approve(proposed)).status).toBe(200);
  });

  it('is refused by others with a reason, and withdrawn by its proposer alone', async () => {
    const [one, two] = [await propose(), await propose()];
    expect(outcome(await withdraw(one, second))).toEqual([403, 'approval_not_yours']);
    expect(outcome(await refuse(one, first))).toEqual([403, 'approval_same_person']);
    expect((await refuse(one)).data).toMatchObject({ state: 'refused', note: 'not like this' });
    expect((await withdraw(two)).data.state).toBe('withdrawn');
    expect(done).not.toContain(one.subject_id);
  });

  it('is not decided by the person it is about, nor by a member of an organisation that it is about', async () => {
    const about = await propose({ people: [await idOf(second)] });
    expect(outcome(await approve(about))).toEqual([403, 'approval_about_you']);
    expect(outcome(await refuse(about))).toEqual([403, 'approval_about_you']);
    const org = randomUUID();
    await owner.query(
      `insert into authors.organizations (id, name, country, website) values ($1, 'Own Inc', 'NO', '')`,
      [org],
    );
    await owner.query(
      `insert into authors.organization_members (org_id, user_id, joined_at, left_at)
       values ($1, $2, platform.portal_now() - interval '300 days', platform.portal_now() - interval '179 days')`,
      [org, await idOf(second)],
    );
    await expect(propose({ organizations: [org] }, second)).rejects.toEqual(code('own_organization'));
    const own = await propose({ organizations: [org] });
    expect((await get(own.id, second)).data.blocked_by).toBe('own_organization');
    expect(outcome(await approve(own))).toEqual([403, 'own_organization']);
    expect((await approve(own, third)).status).toBe(200);
  });

  it('waits once per subject and for a week, and is superseded when its subject changes', async () => {
    const proposed = await propose();
    await expect(propose({ name: proposed.subject_id })).rejects.toEqual(code('approval_open'));
    await query(`update platform.test_clock set offset_ms = offset_ms + 7 * 86400000`);
    const [signedIn, other] = [await app.demo('admin'), await app.demo('second-admin')];
    expect((await get(proposed.id, signedIn)).data).toMatchObject({ state: 'expired', blocked_by: 'closed' });
    expect(outcome(await approve(proposed, other))).toEqual([409, 'approval_closed']);
    [first, second] = [signedIn, other];
    const again = await propose({ name: proposed.subject_id });
    expect((await get(proposed.id)).data).toMatchObject({ state: 'superseded', decided_by: null });
    await app
      .get(Transactor)
      .run((tx) => app.get(Approvals).supersede(tx, 'thing', again.subject_id, 'Done otherwise.'));
    expect((await get(again.id)).data).toMatchObject({ state: 'superseded', note: 'Done otherwise.' });
  });

  it('is seen, counted and decided by holders of its roles only', async () => {
    const proposed = await propose();
    const reviewer = await app.demo('reviewer');
    expect(outcome(await get(proposed.id, reviewer))).toEqual([404, 'approval_not_found']);
    expect(outcome(await approve(proposed, reviewer))).toEqual([403, 'approval_role']);
    const counts = async (as: string) =>
      (await app.ask<{ yours: number; kinds: object[] }>(as, 'GET', '/approvals/counts')).data;
    const ofReviewers = await counts(reviewer);
    expect(ofReviewers).toMatchObject({ yours: 0, others: 0 });
    expect(ofReviewers.kinds).not.toContainEqual(THING);
    const ofAdmins = await counts(second);
    expect(ofAdmins.yours).toBeGreaterThan(0);
    expect(ofAdmins.kinds).toContainEqual(THING);
    const token = { kind: 'token', userId: await idOf(second), name: 'T', roles: [{ role: 'admin', scopeId: null }] };
    await expect(
      app.get(Approvals).approve(token as Actor, proposed.id, { digest: proposed.digest, note: null }),
    ).rejects.toEqual(code('forbidden'));
  });
});

describe('the table of approvals, whoever writes,', () => {
  const asApp = async (sql: string, values: unknown[] = [], actor = 'nobody'): Promise<void> => {
    await owner.query('begin');
    await owner.query(`set local role portal_app; set local portal.actor = '${actor}'`);
    try {
      await owner.query(sql, values);
    } finally {
      await owner.query('rollback');
    }
  };
  const violates = (constraint: string) => expect.objectContaining({ constraint }) as object;
  const DECIDE = `update approvals.approvals set state = $2, decided_by = $3, decided_by_name = 'X', decided_at = now() where id = $1`;
  let proposed: ApprovalDetailView;
  beforeAll(async () => {
    proposed = await propose();
  });

  it('refuses another payload, a second decision and removal', async () => {
    const other = `update approvals.approvals set payload = '{}' where id = $1`;
    await expect(owner.query(other, [proposed.id])).rejects.toEqual(violates('approvals_pinned'));
    await expect(asApp(other, [proposed.id])).rejects.toThrow('permission denied');
    await expect(asApp(`delete from approvals.approvals`)).rejects.toThrow();
    const decided = await propose();
    await approve(decided);
    await expect(asApp(DECIDE, [decided.id, 'refused', await idOf(third)])).rejects.toEqual(
      violates('approvals_pinned'),
    );
  });

  it('refuses a decision that is not of the actor of its transaction', async () => {
    const values = [proposed.id, 'approved', await idOf(second)];
    for (const actor of ['', await idOf(first)])
      await expect(asApp(DECIDE, values, actor)).rejects.toEqual(violates('decisions_own_actor'));
  });

  it.each([
    ['its proposer', () => idOf(first), 'approvals_second_person'],
    ['somebody without the role', async () => idOf(await app.demo('reviewer')), 'approvals_role'],
    ['an unknown person', () => Promise.resolve(randomUUID()), 'approvals_role'],
  ])('refuses the approval by %s', async (_who, who, constraint) => {
    await expect(asApp(DECIDE, [proposed.id, 'approved', await who()])).rejects.toEqual(violates(constraint));
  });

  it('refuses the approval by somebody who is disabled, and later than its week', async () => {
    const admin = await idOf(third);
    const disabled = (at: string) =>
      owner.query(`update identity.users set disabled_at = ${at} where id = $1`, [admin]);
    await disabled('now()');
    await expect(asApp(DECIDE, [proposed.id, 'approved', admin])).rejects.toEqual(violates('approvals_role'));
    await disabled('null');
    const late = await propose();
    await owner.query(
      `begin; set local session_replication_role = 'replica'; update approvals.approvals set proposed_at = proposed_at - interval '7 days',
         expires_at = platform.portal_now() where id = '${late.id}'; commit`,
    );
    await expect(asApp(DECIDE, [late.id, 'approved', admin])).rejects.toEqual(violates('approvals_in_time'));
    await asApp(DECIDE, [proposed.id, 'approved', admin]);
  });

  it('refuses one that begins as approved, and one whose proposer lost the role', async () => {
    const columns = 'kind, subject_id, title, roles, payload, reason, proposed_by, proposed_by_name, expires_at';
    await expect(
      asApp(
        `insert into approvals.approvals (id, state, decided_by, decided_by_name, decided_at, ${columns})
         select gen_random_uuid(), 'approved', $2, 'X', now(), ${columns} from approvals.approvals where id = $1`,
        [proposed.id, await idOf(second)],
      ),
    ).rejects.toEqual(violates('approvals_proposed_first'));
    const left = await propose({}, third);
    await owner.query(`delete from identity.role_grants where user_id = $1 and role = 'admin'`, [await idOf(third)]);
    expect(outcome(await approve(left))).toEqual([409, 'approval_proposer_left']);
  });
});
