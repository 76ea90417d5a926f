import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import type { ExceptionView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { BillingModule } from '../../libs/billing/src/index.js';
import { SyncDispute } from '../../libs/billing/src/disputes/sync-dispute.js';
import { SyncRefund } from '../../libs/billing/src/refunds/sync-refund.js';
import { CollectingWorld, type PaidInvoice } from '../support/money/collecting.js';
import { FinanceWorld, type PaidAuthor, type RunResult } from '../support/money/finance-world.js';
import { dispute } from '../support/money/going-back.js';
import { chargeOf } from '../support/money/written-rows.js';

// D28: a payout is releasable when every movement behind that balance is reconciled, also one between the month's end and the
// run. The provider's events are withheld: nothing here tells us what it does unless the test says so.

const PRICE = 10_000n;
const SHARE = 7_000n;
const world = new CollectingWorld();
const finance = FinanceWorld.forTests({
  on: world,
  features: [BillingModule, PayoutsModule, PayoutsWorkerModule, ReconciliationModule, ReconciliationWorkerModule],
});

const earns = (author: PaidAuthor, orgs: readonly PaidAuthor[] = [author]): Promise<PaidInvoice> =>
  world.paid(orgs.map(({ orgId }) => ({ amountMinor: PRICE, orgId })));
const reconcile = () => finance.get(Reconcile).daily();
const open = async () =>
  (await finance.read<{ items: ExceptionView[] }>(finance.preparer, '/finance/exceptions?state=not_closed')).data.items;
const chargeIdOf = async (invoice: PaidInvoice) =>
  (
    await finance.query<{ charge_id: string }>(
      `select charge_id from billing.payments where invoice_id = $1 and state = 'succeeded'`,
      [invoice.id],
    )
  )[0]!.charge_id;
const unpaid = async (author: PaidAuthor) =>
  (
    await finance.read<{ items: { parts: { reason: string; amount_minor: string; note: string | null }[] }[] }>(
      author.session,
      '/author/unpaid',
    )
  ).data.items.flatMap(({ parts }) => parts);

/** A run of the month, computed by the preparer again if it was before. */
const again = async (run: RunResult) =>
  (await finance.post<RunResult>(finance.preparer, `/finance/payout-runs/${run.id}/recompute`)).data;
const settled = (author: PaidAuthor, run: RunResult, amount: bigint) =>
  expect(finance.payoutOf(run, author)).toMatchObject({ state: 'settled', amount_minor: amount.toString() });

describe('what is not reconciled is not paid, and nobody else waits', () => {
  let innocent: PaidAuthor;
  let [charged, refunded, disputed, won, reversed]: PaidAuthor[] = [];
  let month: string;
  let run: RunResult;
  let [refundId, disputeId, wonId]: string[] = [];
  const touched = () => [charged!, refunded!, disputed!, won!, reversed!];

  beforeAll(async () => {
    innocent = await finance.author({ name: 'Innocent' });
    charged = await finance.author({ name: 'Charged' });
    refunded = await finance.author({ name: 'Refunded' });
    disputed = await finance.author({ name: 'Disputed' });
    won = await finance.author({ name: 'Won' });
    reversed = await finance.author({ name: 'Reversed' });
    await finance.topUp(1_000_000);
    // A first month in which everybody is paid.
    const { month: first } = await earns(reversed, [reversed, innocent]);
    await reconcile();
    const paid = await finance.finish(await finance.prepare(first));
    settled(reversed, paid, SHARE);

    await earns(innocent);
    await earns(charged);
    const ofRefund = await earns(refunded);
    const ofDispute = await earns(disputed);
    wonId = await dispute(world, (await earns(won)).paymentIntentId, 5_000n);
    ({ month } = await earns(reversed));
    await finance.pass(2);
    await reconcile();
    expect(await open()).toEqual([]);

    // Between the month's end and the run, without a word to us.
    const later = await world.issued([{ amountMinor: PRICE, orgId: charged.orgId }]);
    await chargeOf(finance.stripe, Number(later.totalMinor), { metadata: { invoice_id: later.id } });
    refundId = (await finance.stripe.refunds.create({ payment_intent: ofRefund.paymentIntentId, amount: 1_000 })).id;
    disputeId = (await finance.control('/disputes', { charge: await chargeIdOf(ofDispute) }))['id'] as string;
    await finance.control(`/disputes/${wonId}`, { outcome: 'won' });
    await finance.stripe.transfers.createReversal(finance.payoutOf(paid, reversed).transfer_id!);
  });

  it('each movement leaves out its author at once when it has been fetched, before it is an item', async () => {
    await reconcile();
    expect((await open()).map(({ kind }) => kind)).toEqual(['manual_reversal']);
    run = await finance.prepare(month);
    for (const author of touched())
      expect([author.name, finance.payoutOf(run, author)]).toEqual([
        author.name,
        expect.objectContaining({ amount_minor: '0', reason: 'not_reconciled' }),
      ]);
    expect(finance.payoutOf(run, innocent)).toMatchObject({ amount_minor: SHARE.toString() });
  });

  it('the exceptions say whom they leave out, the run and the author why and since when', async () => {
    await finance.pass(1);
    await reconcile();
    const items = await open();
    expect(
      items.map(({ kind, leaves_out: out }) => [kind, out.map(({ author, currency }) => [author, currency])]),
    ).toEqual(
      expect.arrayContaining([
        ['manual_reversal', [['Reversed', 'usd']]],
        ...['Charged', 'Refunded', 'Disputed', 'Won'].map((name) => ['not_booked', [[name, 'usd']]]),
      ]),
    );
    run = await again(run);
    const [part] = finance.payoutOf(run, refunded!).unpaid;
    expect(part).toMatchObject({ reason: 'not_reconciled', amount_minor: SHARE.toString(), who_acts: 'finance' });
    expect(part!.note).toMatch(
      /^The provider moved this money, but it is not in our books yet. Since \d+ \w+ \d{4}\.$/,
    );
    for (const author of touched())
      expect(await unpaid(author)).toContainEqual(
        expect.objectContaining({ reason: 'not_reconciled', note: expect.stringContaining('Since') as string }),
      );
    expect((await unpaid(innocent)).map(({ reason }) => reason)).toEqual(['next_run']);
  });

  it('what is found after the computation stops the approval until it is computed again', async () => {
    await earns(innocent);
    const disputedLater = await finance.author({ name: 'Disputed later' });
    const invoice = await earns(disputedLater);
    run = await again(run);
    expect(finance.payoutOf(run, disputedLater)).toMatchObject({ amount_minor: SHARE.toString() });
    const id = (await finance.control('/disputes', { charge: await chargeIdOf(invoice) }))['id'] as string;
    await reconcile();
    const refused = await finance.approve(run);
    expect(refused).toMatchObject({ status: 409, error: 'payout_run_blocked' });
    expect(refused.body).toContain('Disputed later (USD)');
    run = await again(run);
    expect(finance.payoutOf(run, disputedLater)).toMatchObject({ amount_minor: '0', reason: 'not_reconciled' });
    await world.get(SyncDispute).execute(id);
    await reconcile();
  });

  it('others are paid; what is found after the approval is left out just before it is sent, and the books agree', async () => {
    const late = await finance.author({ name: 'Late' });
    const invoice = await earns(late);
    run = await again(run);
    const approved = await finance.approve(run);
    expect([approved.status, approved.error]).toEqual([200, undefined]);
    const id = (await finance.control('/disputes', { charge: await chargeIdOf(invoice) }))['id'] as string;
    await reconcile();
    expect((await finance.execute(run)).status).toBe(202);
    for (const payout of (await finance.run(run.id)).payouts)
      if (payout.state === 'reserved') await finance.send(payout.id);
    run = await finance.run(run.id);
    expect(run.state).toBe('partially_failed');
    settled(innocent, run, SHARE * 2n);
    expect(finance.payoutOf(run, late)).toMatchObject({ state: 'carried', reason: 'not_reconciled' });
    for (const author of touched()) expect(finance.payoutOf(run, author)).toMatchObject({ amount_minor: '0' });
    // Neither does the database send it.
    const owner = await finance.owner();
    await expect(
      owner.query(
        `insert into payouts.payout_attempts (payout_id, n, idempotency_key, body_hash, state) values ($1, 9, 'by hand', 'x', 'sending')`,
        [finance.payoutOf(run, late).id],
      ),
    ).rejects.toMatchObject({ constraint: 'payout_attempts_reconciled' });

    // It turns out well: the same run pays what was approved.
    await world.get(SyncDispute).execute(id);
    await finance.control(`/disputes/${id}`, { outcome: 'won' });
    await world.get(SyncDispute).execute(id);
    await reconcile();
    const retried = await finance.post(finance.preparer, `/finance/payout-runs/${run.id}/retry-failed`, {});
    expect([retried.status, retried.error]).toEqual([202, undefined]);
    await finance.send(finance.payoutOf(run, late).id);
    settled(late, await finance.run(run.id), SHARE);
  });

  it('when the events arrive and two people have decided about the reversal, the next run pays everybody', async () => {
    await world.get(SyncRefund).execute(refundId!);
    await world.get(SyncDispute).execute(disputeId!);
    await world.get(SyncDispute).execute(wonId!);
    await reconcile();
    const left = await open();
    expect(left.map(({ kind }) => kind).sort()).toEqual(['manual_reversal', 'not_booked']);
    const item = left.find(({ kind }) => kind === 'manual_reversal')!;
    const proposed = await finance.post<{ id: string; digest: string }>(
      finance.preparer,
      `/finance/exceptions/${item.id}/write-off`,
      { account: 'author_payable', org_id: reversed!.orgId, reason: 'Reversed by mistake.' },
    );
    expect([proposed.status, proposed.error]).toEqual([201, undefined]);
    const { id, digest } = proposed.data;
    expect((await finance.post(finance.approver, `/approvals/${id}/approve`, { digest })).status).toBe(200);
    const { month: next } = await earns(innocent);
    const paid = await finance.finish(await finance.prepare(next));
    settled(innocent, paid, SHARE);
    settled(won!, paid, SHARE);
    settled(reversed!, paid, SHARE * 2n);
    expect(BigInt(finance.payoutOf(paid, refunded!).amount_minor)).toBe(SHARE - 700n);
    // The dispute holds the share, and the charge is still to be booked.
    expect(finance.payoutOf(paid, disputed!)).toBeUndefined();
    expect(finance.payoutOf(paid, charged!)).toMatchObject({ amount_minor: '0', reason: 'not_reconciled' });
    expect((await world.ledger.proof()).ok).toBe(true);
  });
});
