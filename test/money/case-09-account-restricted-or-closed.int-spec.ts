import { PayoutWorld, type PayoutView } from '../support/money/payout-world.js';
import { RunBlockers } from '../../libs/payouts/src/runs/run-blockers.js';
import { RefreshPayoutAccount } from '../../libs/payouts/src/accounts/refresh-payout-account.js';

const world = PayoutWorld.forTests();

const dayNow = async (): Promise<string> =>
  (
    await world.query<{ day: string }>(`select to_char(platform.portal_now() at time zone 'UTC', 'YYYY-MM-DD') as day`)
  )[0]!.day;

interface Totals {
  currency: string;
  balance_minor: string;
  to_pay_minor: string;
  carried_minor: string;
  held_minor: string;
}

/** The amounts due are paid, carried or on hold, and the totals are those of the columns, whatever failed. */
async function expectTotals(runId: string): Promise<void> {
  const { data } = await world.read<{ totals: Totals[]; payouts: PayoutView[] }>(
    world.preparer,
    `/finance/payout-runs/${runId}`,
  );
  expect(data.totals.length).toBeGreaterThan(0);
  for (const total of data.totals) {
    const sum = (of: (payout: PayoutView) => string): string =>
      data.payouts
        .filter((payout) => payout.currency === total.currency)
        .reduce((all, payout) => all + BigInt(of(payout)), 0n)
        .toString();
    expect(total).toMatchObject({
      balance_minor: sum((payout) => payout.balance_minor),
      to_pay_minor: sum((payout) => payout.amount_minor),
      carried_minor: sum((payout) => payout.carry_minor),
      held_minor: sum((payout) => payout.held_minor),
    });
    expect(BigInt(total.to_pay_minor) + BigInt(total.carried_minor) + BigInt(total.held_minor)).toBe(
      BigInt(total.balance_minor),
    );
  }
}

describe('Case 09: the account can no longer receive between approval and execution', () => {
  it('an account closed without notice: the refusal releases the money, and the account is read again', async () => {
    const today = await dayNow();
    const { payoutId, run, author } = await world.onePayout(6_000n);
    await world.control(`/accounts/${author.accountId}`, { closed: true });
    await world.send(payoutId);
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    expect(await world.run(run.id)).toMatchObject({ state: 'partially_failed' });
    expect(await world.balance(author.orgId)).toBe(6_000n);
    const { unpaid } = await world.payoutNow(run, author);
    expect(unpaid).toMatchObject([{ reason: 'refused_by_processor', amount_minor: '6000' }]);
    // The run is for a month long ago; its money is checked again today, not then.
    expect(unpaid[0]!.expected_at! >= today).toBe(true);
    await expectTotals(run.id);
    const shown = await world.read<{ state: string }>(author.session, '/author/payout-account');
    expect(shown.data.state).toBe('rejected');
    const refused = await world.query(
      `select 1 from platform.outbox_events where type = 'payout.refused' and payload ->> 'payout_id' = $1`,
      [payoutId],
    );
    expect(refused).toHaveLength(1);
  });

  it('a restricted account: nothing is sent, and only that payout is retried once the account is ready', async () => {
    const [bad, good] = [await world.author(), await world.author()];
    await world.earn(bad.orgId, 6_100n);
    await world.earn(good.orgId, 6_200n);
    const run = await world.approved();
    await world.control(`/accounts/${bad.accountId}`, { capability: 'restricted' });
    await world.get(RefreshPayoutAccount).byProviderId(bad.accountId!);
    await world.execute(run);
    for (const author of [bad, good]) await world.send(world.payoutOf(run, author).id);
    expect((await world.payoutNow(run, bad)).reason).toBe('account_not_ready');
    expect(await world.attempts(world.payoutOf(run, bad).id)).toEqual([]);
    await expectTotals(run.id);
    const retry = () =>
      world.post<{ retried: number; run: { state: string } }>(
        world.preparer,
        `/finance/payout-runs/${run.id}/retry-failed`,
      );
    expect((await retry()).error).toBe('nothing_to_retry');
    await world.control(`/accounts/${bad.accountId}`, { capability: 'active' });
    await world.get(RefreshPayoutAccount).byProviderId(bad.accountId!);
    // What blocks a run blocks its retry too.
    jest
      .spyOn(world.get(RunBlockers), 'open')
      .mockResolvedValueOnce([{ code: 'not_compared', text: 'the books were not compared' }]);
    expect((await retry()).error).toBe('payout_run_blocked');
    expect((await retry()).data).toMatchObject({ retried: 1, run: { state: 'executing' } });
    // Set aside again: it is not in the balance, and not shown as such.
    expect(await world.payoutNow(run, bad)).toMatchObject({
      state: 'reserved',
      failure: null,
      unpaid: [{ reason: 'in_payout', amount_minor: '6100' }],
    });
    expect(await world.balance(bad.orgId)).toBe(0n);
    for (const author of [bad, good]) await world.send(world.payoutOf(run, author).id);
    await world.expectPaidOnce(world.payoutOf(run, bad).id, run.id);
    await world.expectPaidOnce(world.payoutOf(run, good).id, run.id);
    expect((await world.run(run.id)).state).toBe('settled');
    await expectTotals(run.id);
    await world.expectBooksBalance();
  });

  it('a run for an earlier month announces no past day', async () => {
    const today = await dayNow();
    const [small, homeless] = [await world.author(), await world.author({ account: 'none' })];
    await world.earn(small.orgId, 9n);
    await world.earn(homeless.orgId, 9_000n);
    const run = await world.prepared();
    expect(run.month < today.slice(0, 7)).toBe(true);
    for (const author of [small, homeless])
      expect(world.payoutOf(run, author).unpaid.map((part) => part.expected_at! >= today)).toEqual([true]);
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
    await world.earn(small.orgId, -9n);
    await world.earn(homeless.orgId, -9_000n);
  });

  it('an amount that a later run included or that was reversed is not retried', async () => {
    const { payoutId, run, author } = await world.onePayout(6_300n);
    await world.control(`/accounts/${author.accountId}`, { capability: 'restricted' });
    await world.send(payoutId);
    await world.control(`/accounts/${author.accountId}`, { capability: 'active' });
    await world.get(RefreshPayoutAccount).byProviderId(author.accountId!);
    await world.earn(author.orgId, -700n);
    const retry = () => world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`);
    expect((await retry()).error).toBe('nothing_to_retry');
    await world.earn(author.orgId, 700n);
    const next = await world.prepared();
    expect((await retry()).error).toBe('payout_run_superseded');
    expect(world.payoutOf(next, author).amount_minor).toBe('6300');
    await world.post(world.preparer, `/finance/payout-runs/${next.id}/cancel`);
    expect((await retry()).status).toBe(202);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    await world.expectBooksBalance();
  });
});
