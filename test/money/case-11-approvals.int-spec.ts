import { Identity } from '@portal/identity';
import { Transactor } from '@portal/platform/database';
import { PayoutWorld, type RunResult } from '../support/money/payout-world.js';
import { grantByTwo } from '../support/people/staff-role.js';

const world = PayoutWorld.forTests();
let third: string;
beforeAll(async () => {
  third = await financePerson('third');
});

async function userId(session: string): Promise<string> {
  return (await world.read<{ user: { id: string } }>(session, '/me')).data.user.id;
}
async function change(session: string, held: boolean): Promise<void> {
  const id = await userId(session);
  if (held) return grantByTwo(world.app, id, 'finance');
  await world
    .get(Transactor)
    .run((tx) => world.get(Identity).revokeRole(tx, { userId: id, role: 'finance', scopeId: null }));
}
async function financePerson(name: string): Promise<string> {
  const session = await world.app.signUp(`${name}@finance.example.org`, `Finance ${name}`);
  await change(session, true);
  return session;
}
/** A run that pays somebody; two approvers when the policy says so. */
async function prepared(approvals: 1 | 2): Promise<RunResult> {
  const author = await world.author();
  await world.earn(author.orgId, 3_100n);
  const run = await world.prepared();
  if (approvals === 2) {
    await decided('payout_approvals', 2);
    const answer = await world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/recompute`);
    return answer.data;
  }
  return run;
}
/** The policy's own path of two persons is billing's test; here its outcome is given. */
async function decided(key: string, value: unknown): Promise<void> {
  await world.app.byOwner(
    `insert into billing.policies (id, key, version, value, valid_from)
     select gen_random_uuid(), key, max(version) + 1, $2, platform.portal_now() from billing.policies where key = $1 group by key`,
    [key, JSON.stringify(value)],
  );
}

describe('Case 11: who may approve, and how long an approval counts', () => {
  it('one person approves up to the limit of the currency; above it two', async () => {
    await decided('payout_approval_limit', { usd: '10000' });
    const author = await world.author();
    await world.earn(author.orgId, 10_000n);
    const run = await world.prepared();
    expect(run).toMatchObject({ approvals_needed: 1 });
    await world.earn(author.orgId, 100n);
    const again = (await world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/recompute`)).data;
    expect(again).toMatchObject({ approvals_needed: 2, state: 'computed' });
    expect((await world.approve(again)).data).toMatchObject({ state: 'computed' });
    expect((await world.approve(again, third)).data).toMatchObject({ state: 'approved' });
    await world.execute(again);
    await world.send(world.payoutOf(again, author).id);
    await world.expectPaidOnce(world.payoutOf(again, author).id, run.id);
    await decided('payout_approval_limit', {});
  });

  it('the preparer cannot approve, and an approval of another set does not count', async () => {
    const run = await prepared(1);
    expect((await world.approve(run, world.preparer)).error).toBe('preparer_cannot_approve');
    expect((await world.approve({ ...run, input_hash: '0'.repeat(64) })).error).toBe('payout_set_changed');
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  });

  it('two concurrent approvals by one person count as one', async () => {
    const run = await prepared(1);
    const both = await Promise.all([world.approve(run), world.approve(run)]);
    expect(both.map((a) => a.status).sort()).toEqual([200, 409]);
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  });

  it('an approver who loses the role before the execution stops it until another person approves', async () => {
    const run = await prepared(1);
    expect((await world.approve(run, third)).data.state).toBe('approved');
    await change(third, false);
    const refused = await world.execute(run);
    expect(refused.error).toBe('approver_without_role');
    expect(refused.body).toContain('Finance third');
    expect((await world.approve(run)).data.approvals).toHaveLength(2);
    const executed = await world.execute(run);
    expect(executed.status).toBe(202);
    for (const payout of run.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    expect((await world.run(run.id)).state).toBe('settled');
    await change(third, true);
  });

  it('a new computation voids the approvals, even when no amount has changed', async () => {
    const run = await prepared(1);
    const again = await world.post<RunResult>(world.approver, `/finance/payout-runs/${run.id}/recompute`);
    expect(again.data).toMatchObject({ state: 'computed', approvals: [] });
    // The person who computed it is its preparer now.
    expect((await world.approve(again.data)).error).toBe('preparer_cannot_approve');
    expect((await world.approve(again.data, world.preparer)).data.state).toBe('approved');
    const late = await world.post(world.approver, `/finance/payout-runs/${run.id}/recompute`);
    expect(late.error).toBe('invalid_transition');
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  });

  it('a policy of two approvers requires two different ones, enforced by the database too', async () => {
    const run = await prepared(2);
    expect((await world.approve(run)).data).toMatchObject({ state: 'computed' });
    expect((await world.approve(run)).error).toBe('approval_given');
    await expect(
      world.query(`update payouts.payout_runs set state = 'approved' where id = $1`, [run.id]),
    ).rejects.toThrow('by 2 persons');
    expect((await world.execute(run)).error).toBe('invalid_transition');
    expect((await world.approve(run, third)).data.state).toBe('approved');
    await change(third, false);
    expect((await world.execute(run)).error).toBe('approver_without_role');
  });
});
