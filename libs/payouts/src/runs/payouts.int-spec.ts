import { randomUUID } from 'node:crypto';
import { PayoutWorld, type PaidAuthor } from '../../../../test/support/money/payout-world.js';
import { RefreshPayoutAccount } from '../accounts/refresh-payout-account.js';
import { RedriveAttempts } from '../transfers/redrive-attempts.js';
import { SendPayout } from '../transfers/send-payout.js';

interface Line {
  lineId: string;
  invoiceId: string;
  installId: string;
  currency: string;
  grossMinor: bigint;
  authorMinor: bigint;
  platformMinor: bigint;
  paid: boolean;
}
const mockLines = new Map<string, Line[]>();
// Billing's own tests cover its lines; here they are inserted, while ledger and processor are real.
jest.mock(
  '@portal/billing',
  () => {
    const actual = jest.requireActual<typeof import('@portal/billing')>('@portal/billing');
    class Billing {
      isClosed = (): Promise<boolean> => Promise.resolve(true);
      linesOfAuthor = (orgId: string, month: string): Promise<Line[]> =>
        Promise.resolve(mockLines.get(`${orgId} ${month}`) ?? []);
    }
    class Policies {
      at = (_q: unknown, key: keyof typeof actual.BUILT_IN_POLICIES): Promise<unknown> =>
        Promise.resolve(actual.BUILT_IN_POLICIES[key]);
    }
    class BillingCoreModule {}
    const { Module } = jest.requireActual<typeof import('@nestjs/common')>('@nestjs/common');
    Module({ providers: [Billing, Policies], exports: [Billing, Policies] })(BillingCoreModule);
    return { Billing, BillingCoreModule, Policies };
  },
  { virtual: true },
);

let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start();
});
afterAll(() => world.close());

/** One paid invoice line of the month for the author. */
async function earn(author: PaidAuthor, month: string, amount: bigint): Promise<void> {
  const invoiceId = await world.earn(author.orgId, amount);
  const gross = (amount * 10n) / 7n;
  const line = {
    lineId: randomUUID(),
    invoiceId,
    installId: randomUUID(),
    currency: 'usd',
    grossMinor: gross,
    authorMinor: amount,
    platformMinor: gross - amount,
    paid: true,
  };
  mockLines.set(`${author.orgId} ${month}`, [...(mockLines.get(`${author.orgId} ${month}`) ?? []), line]);
}
describe('the run', () => {
  it('is prepared by one person, approved by another on its hash, sent and settled', async () => {
    const who = await world.author();
    const run = await world.prepared();
    await earn(who, run.month, 4_321n);
    await earn(who, run.month, 700n);
    const { data } = await world.post<typeof run>(world.preparer, `/finance/payout-runs/${run.id}/recompute`);
    expect((await world.execute(data)).status).toBe(409);
    expect((await world.approve(data)).data.state).toBe('approved');
    expect(await world.balance(who.orgId)).toBe(0n);
    await world.execute(data);
    const payout = world.payoutOf(data, who);
    await world.send(payout.id);
    await world.expectPaidOnce(payout.id, run.id);
    expect((await world.run(run.id)).state).toBe('settled');
    expect((await world.read(who.session, `/finance/payout-runs/${run.id}`)).error).toBe('forbidden');
  });

  it('carries forward what cannot be paid, with a reason, and pays it when the reason is gone', async () => {
    const [small, homeless, owing] = [await world.author(), await world.author('none'), await world.author()];
    await world.earn(homeless.orgId, 9_000n);
    await world.earn(owing.orgId, -70n);
    const first = await world.prepared();
    await earn(small, first.month, 2_499n);
    const { data: run } = await world.post<typeof first>(world.preparer, `/finance/payout-runs/${first.id}/recompute`);
    expect(world.payoutOf(run, small)).toMatchObject({ amount_minor: '0', reason: 'below_minimum' });
    expect(world.payoutOf(run, homeless)).toMatchObject({ amount_minor: '0', reason: 'no_account' });
    expect(world.payoutOf(run, owing)).toMatchObject({ amount_minor: '0', reason: 'negative_balance' });
    await world.approve(run);
    await world.execute(run);
    expect((await world.run(run.id)).state).toBe('settled');
    const second = await world.prepared();
    await earn(small, second.month, 7n);
    const { data: next } = await world.post<typeof first>(
      world.preparer,
      `/finance/payout-runs/${second.id}/recompute`,
    );
    expect(world.payoutOf(next, small)).toMatchObject({ amount_minor: '2506', reason: 'to_pay' });
    await world.approve(next);
    await world.execute(next);
    const payout = world.payoutOf(next, small);
    await world.send(payout.id);
  });

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
    await world.earn(steady.orgId, 5_000n);
    const last = await world.executing();
    for (const payout of last.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    const fresh = await world.author();
    await world.earn(steady.orgId, 7_000n);
    await world.earn(fresh.orgId, 4_000n);
    const run = await world.prepared();
    const { data } = await world.read<{
      month: string;
      anomalies: number;
      totals: { currency: string; before_minor: string; now_minor: string }[];
      items: { org_id: string; kinds: string[]; anomaly: boolean; median_minor: string | null }[];
    }>(world.approver, `/finance/payout-runs/${run.id}/comparison`);
    expect(data.month).toBe(last.month);
    const kinds = (who: PaidAuthor) => data.items.find((item) => item.org_id === who.orgId)?.kinds;
    expect(kinds(fresh)).toEqual(['first_payout', 'new']);
    expect(kinds(steady)).toEqual(['up']);
    const anomalies = data.items.filter((item) => item.anomaly);
    expect(data.items.slice(0, anomalies.length)).toEqual(anomalies);
    expect(data.anomalies).toBe(anomalies.length);
    expect(anomalies.map((item) => item.org_id)).toContain(fresh.orgId);
    expect(data.items.find((item) => item.org_id === steady.orgId)?.median_minor).toBe('5000');
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

describe('recovery', () => {
  it('payouts without a delivery and without a holder are made due again, and a run without rest ends', async () => {
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

  it('an account that the processor reports as changed is read again', async () => {
    const who = await world.author();
    await world.control(`/accounts/${who.accountId}`, { capability: 'restricted' });
    await world.get(RefreshPayoutAccount).byProviderId(who.accountId!);
    await world.get(RefreshPayoutAccount).byProviderId('acct_of_somebody_else');
    const account = await world.read<{ state: string; requirements: unknown[] }>(who.session, '/author/payout-account');
    expect(account.data.state).toBe('incomplete');
    expect(account.data.requirements.length).toBeGreaterThan(0);
  });

  it('and at the end the books balance and nothing is left in clearing', () => world.expectBooksBalance());
});
