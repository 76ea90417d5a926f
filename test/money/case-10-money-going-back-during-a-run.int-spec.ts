import { BillingModule } from '../../libs/billing/src/index.js';
import { PayoutsModule } from '../../libs/payouts/src/index.js';
import { TransferGateway } from '../../libs/stripe-gateway/src/index.js';
import { CollectingWorld, type PaidInvoice } from '../support/money/collecting.js';
import { FinanceWorld } from '../support/money/finance-world.js';
import { dispute, disputeEnds, refund, refundFails, scopeOf } from '../support/money/going-back.js';

const PRICE = 10_000n;
const SHARE = 7_000n;
/** `sent`: the processor has made the transfer, and it is not recorded yet. */
const STAGES = ['computed', 'approved', 'executing', 'sent', 'settled'] as const;
type Stage = (typeof STAGES)[number];

const world = new CollectingWorld();
const finance = FinanceWorld.forTests({ on: world, features: [BillingModule, PayoutsModule] });

/** A reversal; returns its later course. */
type Reversal = (invoice: PaidInvoice) => Promise<() => Promise<void>>;
const half = (invoice: PaidInvoice) => refund(world, invoice.id, scopeOf(5_000n));
const disputed =
  (outcome: string): Reversal =>
  async ({ paymentIntentId }) => {
    const id = await dispute(world, paymentIntentId, 5_000n);
    return () => disputeEnds(world, id, outcome);
  };
const events: Record<string, Reversal> = {
  'a refund': (invoice) => half(invoice).then(() => () => Promise.resolve()),
  'a dispute that is lost later': disputed('lost'),
  'a dispute that is won later': disputed('won'),
  'a refund that comes back later': (invoice) =>
    half(invoice).then(() => () => refundFails(world, invoice.paymentIntentId)),
};

const payable = (orgId: string) => world.balance('author_payable', orgId);

/**
 * Takes a month's run through its stages; `at` is called when a stage is reached. Returns the amount paid to the
 * author.
 */
async function runMonth(
  month: string,
  orgId: string,
  at: (stage: Stage) => Promise<void> = () => Promise.resolve(),
): Promise<{ prepared: bigint; transferred: bigint }> {
  const run = await finance.prepare(month);
  const mine = finance.payoutOf(run, { orgId });
  await at('computed');
  expect((await finance.approve(run)).data.state).toBe('approved');
  await at('approved');
  const executed = await finance.execute(run);
  expect([executed.status, executed.error]).toEqual([202, undefined]);
  await at('executing');
  const gateway = finance.get(TransferGateway);
  const create = gateway.createTransfer.bind(gateway);
  const watched = jest.spyOn(gateway, 'createTransfer').mockImplementation(async (input) => {
    const outcome = await create(input);
    if (input.transferGroup === `po_${mine.id}`) await at('sent');
    return outcome;
  });
  for (const payout of (await finance.run(run.id)).payouts) await finance.send(payout.id);
  watched.mockRestore();
  expect((await finance.payoutNow(run, { orgId })).amount_minor).toBe(mine.amount_minor);
  const made = await gateway.findTransfersByGroup(`po_${mine.id}`);
  await at('settled');
  return {
    prepared: BigInt(mine.amount_minor),
    transferred: made.reduce((sum, one) => sum + one.amountMinor, 0n),
  };
}

describe('Case 10: refund, dispute and reversal between compute, approval, execution and settlement', () => {
  it.each(Object.keys(events).flatMap((what) => STAGES.map((stage) => [what, stage] as const)))(
    '%s while the run is %s changes nothing of that run, and is included in the next one',
    async (what, stage) => {
      const { orgId } = await finance.author();
      const first = await world.paid([{ amountMinor: PRICE, orgId }]);
      // The processor's balance covers fees of disputes too.
      await world.paid([{ amountMinor: 50_000n, orgId: null }]);
      expect(await payable(orgId)).toBe(SHARE);
      const feesBefore = await world.balance('dispute_fee');
      let goOn: () => Promise<void> = () => Promise.resolve();
      const paidOut = await runMonth(first.month, orgId, async (reached) => {
        if (reached === stage) goOn = await events[what]!(first);
      });
      expect(paidOut).toEqual({ prepared: SHARE, transferred: SHARE });
      expect(await payable(orgId)).toBe(-3_500n);
      const fees = await world.balance('dispute_fee');
      await goOn();
      // The bank's fee for a dispute was booked when it was opened, once, and is the platform's, won or lost.
      expect([await world.balance('dispute_fee'), fees > feesBefore]).toEqual([fees, what.includes('dispute')]);
      const comesBack = what.includes('comes back') || what.includes('won');
      const taken = comesBack ? 0n : 3_500n;
      expect(await payable(orgId)).toBe(-taken);

      const second = await world.paid([{ amountMinor: PRICE, orgId }]);
      expect(await payable(orgId)).toBe(SHARE - taken);
      const next = await runMonth(second.month, orgId);
      expect(next).toEqual({ prepared: SHARE - taken, transferred: SHARE - taken });
      expect(await payable(orgId)).toBe(0n);
      expect(await world.balance('author_disputed', orgId)).toBe(0n);
      expect(await world.balance('platform_at_risk')).toBe(0n);
      expect(await world.balance('payout_clearing')).toBe(0n);
      expect((await world.ledger.proof()).ok).toBe(true);
    },
  );

  it('a transfer that is reversed in the dashboard before it is recorded is settled as it was made', async () => {
    const { orgId } = await finance.author();
    const { month } = await world.paid([{ amountMinor: PRICE, orgId }]);
    const paidOut = await runMonth(month, orgId, async (reached) => {
      if (reached !== 'sent') return;
      const [row] = await finance.query<{ id: string }>(
        `select id from payouts.payouts where org_id = $1 and state = 'sending'`,
        [orgId],
      );
      const [made] = await finance.get(TransferGateway).findTransfersByGroup(`po_${row!.id}`);
      await finance.stripe.transfers.createReversal(made!.transferId, { amount: 3_000 });
    });
    expect(paidOut).toEqual({ prepared: SHARE, transferred: SHARE });
    // The returned amount waits in suspense for two people (case 14): the author was paid, and nothing is resent
    // automatically.
    expect(await payable(orgId)).toBe(0n);
    expect(await world.balance('payout_clearing')).toBe(0n);
    const second = await world.paid([{ amountMinor: PRICE, orgId }]);
    expect(await runMonth(second.month, orgId)).toEqual({
      prepared: SHARE,
      transferred: SHARE,
    });
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('an author whose charges were all refunded is paid nothing, with the reason', async () => {
    const { orgId } = await finance.author();
    const invoice = await world.paid([{ amountMinor: PRICE, orgId }]);
    await refund(world, invoice.id, scopeOf());
    const run = await finance.prepare(invoice.month);
    expect(run.payouts.filter((payout) => payout.org_id === orgId && payout.amount_minor !== '0')).toEqual([]);
    expect(await payable(orgId)).toBe(0n);
  });
});
