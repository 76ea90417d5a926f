import type { ApprovalDetailView } from '@portal/approvals';
import { Ledger } from '@portal/ledger';
import { OverdueBalances } from '@portal/payouts';
import { Database, Transactor } from '@portal/platform/database';
import { PayoutWorld, type PaidAuthor, type PayoutView, type RunResult } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

/** One month's run, executed and sent; its line for the author, with the run. */
async function month(author: PaidAuthor): Promise<{ payout: PayoutView; run: RunResult }> {
  const run = await world.executing();
  const payout = world.payoutOf(run, author);
  if (payout.amount_minor !== '0') await world.send(payout.id);
  return { run, payout: await world.payoutNow(run, author) };
}
const leave = (author: PaidAuthor) =>
  world.query(
    `insert into authors.developer_accounts (org_id, state) values ($1, 'terminated')
     on conflict (org_id) do update set state = 'terminated'`,
    [author.orgId],
  );

describe('Case 19: a balance that is negative or small over months, and an author who leaves', () => {
  it('a negative balance is carried forward and set against later earnings; after the months of the policy a person decides', async () => {
    const author = await world.author();
    await world.earn(author.orgId, -10_000n);
    const reasons: string[] = [];
    for (let i = 0; i < 4; i++) {
      const { payout } = await month(author);
      expect(payout).toMatchObject({ amount_minor: '0', carry_minor: '-10000', held_minor: '0' });
      expect(payout.unpaid).toMatchObject([{ reason: payout.reason, amount_minor: '-10000' }]);
      reasons.push(payout.reason);
    }
    // Three months are carried, then a person reviews it.
    expect(reasons).toEqual(['negative_balance', 'negative_balance', 'negative_balance', 'negative_overdue']);
    await world.earn(author.orgId, 14_000n);
    expect((await month(author)).payout).toMatchObject({ state: 'settled', amount_minor: '4000', carry_minor: '0' });
    // A new debt starts a new count.
    await world.earn(author.orgId, -500n);
    expect((await month(author)).payout.reason).toBe('negative_balance');
  });

  it('a balance that is negative for too long is settled by two people, as proposed and never beyond zero', async () => {
    const author = await world.author();
    const propose = (as: string, more: object = {}) =>
      world.post<ApprovalDetailView>(as, '/finance/recoveries', {
        org_id: author.orgId,
        currency: 'usd',
        how: 'written_off',
        reason: 'Nobody answers',
        ...more,
      });
    const approve = (as: string, { id, digest }: ApprovalDetailView) =>
      world.post<ApprovalDetailView>(as, `/approvals/${id}/approve`, { digest });
    const overdue = () => world.get(OverdueBalances).list(world.get(Database));
    await world.earn(author.orgId, -10_000n);
    expect((await propose(world.preparer)).error).toBe('recovery_not_due');
    for (let i = 0; i < 3; i++) await month(author);
    expect((await propose(world.preparer)).error).toBe('recovery_not_due');
    expect((await overdue()).filter(({ orgId }) => orgId === author.orgId)).toEqual([]);
    expect((await month(author)).payout.reason).toBe('negative_overdue');
    expect((await overdue()).find(({ orgId }) => orgId === author.orgId)).toMatchObject({
      owedMinor: 10_000n,
      currency: 'usd',
      why: 'overdue',
    });

    expect((await propose(world.preparer, { amount_minor: '10001' })).error).toBe('recovery_too_much');
    expect((await propose(world.preparer, { how: 'paid_otherwise' })).error).toBe('recovery_evidence_missing');
    const part = await propose(world.preparer, {
      how: 'paid_otherwise',
      amount_minor: '4000',
      evidence: 'Bank transfer of 3 March, reference 7781',
    });
    expect([part.status, part.data.amount_minor, part.data.state]).toEqual([201, '4000', 'waiting']);
    expect(part.data.balances).toMatchObject([{ before_minor: '-10000', after_minor: '-6000' }]);
    expect((await propose(world.approver)).error).toBe('approval_open');
    expect((await approve(world.preparer, part.data)).error).toBe('approval_same_person');
    expect(await world.balance(author.orgId)).toBe(-10_000n);
    expect((await approve(world.approver, part.data)).data.state).toBe('approved');
    expect((await approve(world.approver, part.data)).error).toBe('approval_closed');
    expect(await world.balance(author.orgId)).toBe(-6_000n);

    // The proposed amount is approved: the author earned meanwhile, so all of it would be too much.
    const rest = await propose(world.approver);
    expect(rest.data.amount_minor).toBe('6000');
    await world.earn(author.orgId, 500n);
    expect((await approve(world.preparer, rest.data)).error).toBe('recovery_too_much');
    expect(await world.balance(author.orgId)).toBe(-5_500n);
    // Nor is anything else posted for it, whoever writes.
    const posted = (amountMinor: bigint) =>
      world.get(Transactor).run(async (tx) => {
        await tx.query(
          `update approvals.approvals set state = 'approved', decided_by_name = 'Nobody', decided_at = $2,
             decided_by = (select id from identity.users where demo_person = 'finance-preparer') where id = $1`,
          [rest.data.id, tx.now],
        );
        await world.get(Ledger).post(tx, {
          kind: 'recovery_written_off',
          idempotencyKey: `recovery:${rest.data.id}`,
          sourceType: 'recovery',
          sourceId: rest.data.id,
          effectiveAt: tx.now,
          legs: [
            { account: { code: 'bad_debt', currency: 'usd' }, amountMinor },
            { account: { code: 'author_payable', ownerId: author.orgId, currency: 'usd' }, amountMinor: -amountMinor },
          ],
        });
      });
    await expect(posted(5_000n)).rejects.toThrow('posted for what two people approved only');
    expect((await world.post(world.approver, `/approvals/${rest.data.id}/withdraw`)).status).toBe(200);
    const whole = await propose(world.approver);
    expect((await approve(world.preparer, whole.data)).status).toBe(200);
    expect(await world.balance(author.orgId)).toBe(0n);
    expect((await overdue()).filter(({ orgId }) => orgId === author.orgId)).toEqual([]);
    expect((await propose(world.preparer)).error).toBe('recovery_not_due');

    const booked = await world.query<{ kind: string; code: string; amount: string }>(
      `select t.kind, a.code, e.amount::text from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id
       join ledger.ledger_account a on a.id = e.account_id where t.kind like 'recovery%' order by t.id, e.seq`,
    );
    expect(booked).toEqual([
      { kind: 'recovery_paid_otherwise', code: 'bank', amount: '4000' },
      { kind: 'recovery_paid_otherwise', code: 'author_payable', amount: '-4000' },
      { kind: 'recovery_written_off', code: 'bad_debt', amount: '5500' },
      { kind: 'recovery_written_off', code: 'author_payable', amount: '-5500' },
    ]);
    // A later debt is a new one: it is carried before anybody is asked.
    await world.earn(author.orgId, -700n);
    expect((await month(author)).payout.reason).toBe('negative_balance');
    expect((await propose(world.preparer)).error).toBe('recovery_not_due');
    await world.expectBooksBalance();
  });

  it('a balance below the minimum is carried forward each month with its reason, and paid in the month that reaches it', async () => {
    const author = await world.author();
    for (let i = 1; i <= 12; i++) {
      await world.earn(author.orgId, 200n);
      const { payout } = await month(author);
      expect([payout.amount_minor, payout.carry_minor, payout.reason]).toEqual(['0', String(200 * i), 'below_minimum']);
    }
    await world.earn(author.orgId, 100n);
    const { payout, run } = await month(author);
    expect(payout).toMatchObject({ state: 'settled', amount_minor: '2500' });
    await world.expectPaidOnce(payout.id, run.id);
  });

  it('an author who leaves with a small balance is paid: the minimum is waived', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 7n);
    expect((await month(author)).payout.reason).toBe('below_minimum');
    await leave(author);
    const { payout, run } = await month(author);
    expect(payout).toMatchObject({ state: 'settled', amount_minor: '7', carry_minor: '0' });
    await world.expectPaidOnce(payout.id, run.id);
  });

  it('an author who leaves with a negative balance is paid nothing, and the balance stays visible', async () => {
    const author = await world.author();
    await world.earn(author.orgId, -300n);
    await leave(author);
    expect((await month(author)).payout).toMatchObject({ amount_minor: '0', reason: 'negative_balance' });
    const unpaid = await world.read<{ items: object[] }>(author.session, '/author/unpaid');
    expect(unpaid.data.items).toMatchObject([{ currency: 'usd', total_minor: '-300' }]);
    // Nothing is earned any more: two people may settle it at once.
    expect(
      (await world.get(OverdueBalances).list(world.get(Database))).map(({ why, owedMinor }) => [why, owedMinor]),
    ).toContainEqual(['author_left', 300n]);
    await world.expectBooksBalance();
  });
});
