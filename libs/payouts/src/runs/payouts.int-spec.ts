import { PayoutWorld, type PaidAuthor } from '../../../../test/support/money/payout-world.js';
import { RedriveAttempts } from '../transfers/redrive-attempts.js';
import { SendPayout } from '../transfers/send-payout.js';
import type { RunComparisonView } from './http/payouts.view.js';
import type { UnusualPayoutView } from './http/run-exceptions.view.js';

const world = PayoutWorld.forTests();

describe('a payout run', () => {
  it('sends nothing while it is paused', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.post(world.approver, `/finance/payout-runs/${run.id}/pause`, { reason: 'looking at something' });
    await world.send(payoutId);
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    await world.post(world.approver, `/finance/payout-runs/${run.id}/resume`);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('shows the differences from the last one', async () => {
    const steady = await world.author();
    const left = await world.author();
    await world.earn(steady.orgId, 5_000n);
    await world.earn(left.orgId, 5_000n);
    const last = await world.executing();
    for (const payout of last.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    const fresh = await world.author();
    await world.earn(steady.orgId, 7_000n);
    await world.earn(fresh.orgId, 4_000n);
    const run = await world.prepared();
    const path = `/finance/payout-runs/${run.id}/comparison`;
    const { data } = await world.read<RunComparisonView>(world.approver, path);
    expect(data.month).toBe(last.month);
    const [paidLast] = await world.query<{ name: string }>('select name from authors.organizations where id = $1', [
      left.orgId,
    ]);
    expect(data.gone).toContain(paidLast!.name);
    const exceptions = await world.read<{ items: UnusualPayoutView[] }>(
      world.approver,
      `/finance/payout-runs/${run.id}/exceptions?limit=100`,
    );
    const unusual = (who: PaidAuthor) => exceptions.data.items.find((item) => item.org_id === who.orgId);
    expect(unusual(fresh)).toMatchObject({ kinds: ['first_payout', 'new'], before_minor: '0', median_minor: null });
    expect(unusual(steady)).toBeUndefined();
    const paid = (of: { payouts: { amount_minor: string; currency: string }[] }) =>
      of.payouts
        .filter(({ currency }) => currency === 'usd')
        .reduce((sum, payout) => sum + BigInt(payout.amount_minor), 0n);
    expect(data.totals.find(({ currency }) => currency === 'usd')).toMatchObject({
      before_minor: paid(last).toString(),
      now_minor: paid(run).toString(),
    });
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  });
});

describe('the recovery of payouts', () => {
  it('makes payouts due again that have no delivery and no worker, and ends a run without remaining ones', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.query(
      `insert into platform.deliveries (event_id, consumer, lane, state, done_at) select id, 'payouts.send-payout', 'money', 'done', now() from platform.outbox_events where type = 'payout.due' on conflict do nothing`,
    );
    await world.query(`update platform.outbox_events set relayed_at = now() where type = 'payout.due'`);
    expect(await world.get(RedriveAttempts).execute()).toBeGreaterThan(0);
    const due = await world.query(
      `select 1 from platform.outbox_events where type = 'payout.due' and relayed_at is null and payload ->> 'payout_id' = $1`,
      [payoutId],
    );
    expect(due).toHaveLength(1);
    // It is on its way, so it is not sent twice.
    expect(await world.get(RedriveAttempts).execute()).toBe(0);
    await world.get(SendPayout).execute(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    for (const payout of run.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    expect((await world.run(run.id)).state).toBe('settled');
  });

  it('leaves balanced books and nothing in clearing', () => world.expectBooksBalance());
});
