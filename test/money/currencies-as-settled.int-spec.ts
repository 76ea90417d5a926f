import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import { StatementsModule, StatementsWorkerModule } from '@portal/statements';
import { BillingModule } from '../../libs/billing/src/index.js';
import type { FinanceInvoiceAdjustmentsView } from '../../libs/billing/src/refunds/http/adjustments.view.js';
import type { ReconciliationView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { SealMonth } from '../../libs/statements/src/seal-month.js';
import { CollectingWorld, type PaidInvoice } from '../support/money/collecting.js';
import { FinanceWorld, type PaidAuthor } from '../support/money/finance-world.js';
import { dispute, disputeEnds, refund, refundFails, scopeOf } from '../support/money/going-back.js';

// D27: the account settles in US dollars only, as a real one does until it has more bank accounts. What is charged in euros
// is converted at 1.085, refunds at 1.09802 (back at 1.09259), disputes at 1.10778.

const world = new CollectingWorld();
const finance = FinanceWorld.forTests({
  on: world,
  features: [
    ...[BillingModule, PayoutsModule, PayoutsWorkerModule, ReconciliationModule, ReconciliationWorkerModule],
    ...[StatementsModule, StatementsWorkerModule],
  ],
});

/** What it changes on every account. */
const changes = async (work: () => Promise<unknown>): Promise<Record<string, bigint>> => {
  const before = await world.balances();
  await work();
  const after = await world.balances();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const by = names.map((name): [string, bigint] => [name, BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0)]);
  return Object.fromEntries(by.filter(([, amount]) => amount !== 0n));
};
/** As the page of the invoice shows them to finance. */
const settlements = async ({ id }: { id: string }) => {
  const url = `/finance/invoices/${id}/adjustments`;
  return (await finance.read<FinanceInvoiceAdjustmentsView>(finance.preparer, url)).data.settlements;
};
/** Whether our books are the provider's, in every currency; nothing is left to a person. */
const reconciled = async () => {
  await finance.get(Reconcile).daily();
  const { data } = await finance.read<ReconciliationView>(finance.preparer, '/finance/reconciliation');
  const { data: open } = await finance.read<{ items: { kind: string }[] }>(
    finance.preparer,
    '/finance/exceptions?state=not_closed',
  );
  expect(data.equalities.filter((one) => !one.holds)).toEqual([]);
  expect(open.items).toEqual([]);
  expect(await world.proves()).toBe(true);
  return data.equalities.filter(({ name }) => name === 'balance').map((one) => [one.currency, one.left_minor]);
};

describe('money that the provider converts', () => {
  let author: PaidAuthor;
  let invoice: PaidInvoice;
  const earns = (currency: string, amountMinor = 10_000n) =>
    world.paid([{ amountMinor, orgId: author.orgId, currency }]);

  beforeAll(async () => {
    author = await finance.author({ name: 'Ada' });
  });

  it('a charge is in the books as it settled, and owed as it was charged', async () => {
    const change = await changes(async () => (invoice = await earns('eur')));
    expect(change).toEqual({
      [`author_payable:${author.orgId}:eur`]: 7_000n,
      'platform_revenue:eur': 3_000n,
      'currency_conversion:eur': 10_000n,
      'currency_conversion:usd': -10_850n,
      'processor_fee:usd': 345n,
      'stripe_balance:usd': 10_505n,
    });
    expect(await settlements(invoice)).toMatchObject([
      {
        ...{ cause: 'charge', amount_minor: '10000', settled_minor: '10850', settled_currency: 'usd' },
        ...{ fee_minor: '345', exchange_rate: '1.085' },
      },
    ]);
    expect(await reconciled()).toEqual([['usd', '10505']]);
  });

  it('a refund loses the platform what the rate has moved, and not the author; what comes back gains', async () => {
    expect(await changes(() => refund(world, invoice.id, scopeOf(1_000n)))).toEqual({
      [`author_payable:${author.orgId}:eur`]: -700n,
      'platform_revenue:eur': -300n,
      'currency_conversion:eur': -1_000n,
      'currency_conversion:usd': 1_085n,
      'fx_difference:usd': 13n,
      'stripe_balance:usd': -1_098n,
    });
    expect(await changes(() => refundFails(world, invoice.paymentIntentId))).toEqual({
      [`author_payable:${author.orgId}:eur`]: 700n,
      'platform_revenue:eur': 300n,
      'currency_conversion:eur': 1_000n,
      'currency_conversion:usd': -1_085n,
      'fx_difference:usd': -8n,
      'stripe_balance:usd': 1_093n,
    });
    expect((await settlements(invoice)).map((one) => [one.settled_minor, one.exchange_rate])).toEqual([
      ['10850', '1.085'],
      ['-1098', '1.09802'],
      ['1093', '1.09259'],
    ]);
    await reconciled();
  });

  it('what the provider keeps for a refund is the platform’s, in the currency in which it settles', async () => {
    await finance.control('/refund-fee', { amount: 25 });
    const part = await earns('eur', 1_000n);
    expect(await changes(() => refund(world, part.id, scopeOf(400n)))).toEqual({
      [`author_payable:${author.orgId}:eur`]: -280n,
      'platform_revenue:eur': -120n,
      'currency_conversion:eur': -400n,
      'currency_conversion:usd': 434n,
      'fx_difference:usd': 5n,
      'processor_fee:usd': 25n,
      'stripe_balance:usd': -439n - 25n,
    });
    expect((await settlements(part)).map((one) => [one.cause, one.fee_minor])).toEqual([
      ['charge', '61'],
      ['refund', '25'],
    ]);
    await reconciled();
    await finance.control('/refund-fee', { amount: 0 });
  });

  it('a charge that goes back in odd parts leaves nothing of its conversion', async () => {
    const odd = await earns('eur', 3_337n);
    for (const part of [1_111n, 7n, undefined]) await refund(world, odd.id, scopeOf(part));
    const of = `(select id from billing.settlements where payment_id in (select id from billing.payments where invoice_id = '${odd.id}'))`;
    expect(
      await finance.query(
        `select a.code, a.currency, sum(e.amount)::text as amount from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id
         join ledger.ledger_account a on a.id = e.account_id where a.code in ('currency_conversion', 'fx_difference')
         and (t.source_id in ${of} or t.source_id = $1 or t.source_id in (select id::text from billing.refunds where invoice_id = $2)) group by 1, 2 order by 1, 2`,
        [odd.id, odd.id],
      ),
    ).toEqual([
      { code: 'currency_conversion', currency: 'eur', amount: '0' },
      { code: 'currency_conversion', currency: 'usd', amount: '0' },
      { code: 'fx_difference', currency: 'usd', amount: '44' },
    ]);
    await reconciled();
  });

  it('a dispute holds what it disputes in its currency, and its fee is in ours', async () => {
    let id = '';
    expect(await changes(async () => (id = await dispute(world, invoice.paymentIntentId)))).toEqual({
      [`author_payable:${author.orgId}:eur`]: -7_000n,
      [`author_disputed:${author.orgId}:eur`]: 7_000n,
      'platform_at_risk:eur': 10_000n,
      'currency_conversion:eur': -10_000n,
      'currency_conversion:usd': 10_850n,
      'fx_difference:usd': 228n,
      'dispute_fee:usd': 1_500n,
      'stripe_balance:usd': -11_078n - 1_500n,
    });
    const { items } = (await finance.read<{ items: object[] }>(finance.preparer, '/finance/disputes')).data;
    expect(items).toMatchObject([{ amount_minor: '10000', currency: 'eur', fee_minor: '1500', fee_currency: 'usd' }]);
    await reconciled();
    expect(await changes(() => disputeEnds(world, id, 'won'))).toEqual({
      [`author_payable:${author.orgId}:eur`]: 7_000n,
      [`author_disputed:${author.orgId}:eur`]: -7_000n,
      'platform_at_risk:eur': -10_000n,
      'currency_conversion:eur': 10_000n,
      'currency_conversion:usd': -10_850n,
      'fx_difference:usd': -228n,
      'stripe_balance:usd': 11_078n,
    });
    await reconciled();
  });

  it('a dispute that is lost and won on appeal gives back what it took, and an author bears its fee as it settled', async () => {
    await world.policy('dispute_fee_bearer', 'author');
    await world.later(1);
    const disputed = await earns('eur', 5_000n);
    const change = await changes(() => dispute(world, disputed.paymentIntentId, undefined, ['lost']));
    expect(change).toEqual({
      [`author_payable:${author.orgId}:eur`]: -3_500n,
      // Fees are in the currency in which they settle.
      [`author_payable:${author.orgId}:usd`]: -1_500n,
      'platform_revenue:eur': -1_500n,
      'currency_conversion:eur': -5_000n,
      'currency_conversion:usd': 5_425n,
      'fx_difference:usd': 114n,
      'stripe_balance:usd': -5_539n - 1_500n,
    });
    await reconciled();
    const [{ id }] = (await finance.query<{ id: string }>(
      `select provider_dispute_id as id from billing.disputes where phase = 'lost'`,
    )) as [{ id: string }];
    expect(
      await changes(async () => {
        await disputeEnds(world, id, 'appeal');
        await disputeEnds(world, id, 'appeal_won');
      }),
    ).toEqual({
      [`author_payable:${author.orgId}:eur`]: 3_500n,
      'platform_revenue:eur': 1_500n,
      'currency_conversion:eur': 5_000n,
      'currency_conversion:usd': -5_425n,
      'fx_difference:usd': -114n,
      'stripe_balance:usd': 5_539n,
    });
    await reconciled();
  });

  it('authors are paid in the currency of the charge: the run waits for a balance in it, and all reports agree', async () => {
    const { month } = await earns('usd');
    await finance.pass(3);
    await reconciled();
    const run = await finance.prepare(month);
    const owed = await world.balance('author_payable', author.orgId, 'eur');
    expect(finance.payoutOf(run, author, 'eur')).toMatchObject({ amount_minor: owed.toString() });
    expect(finance.payoutOf(run, author)).toMatchObject({ amount_minor: '5500' });
    await finance.approve(run);
    expect(await finance.execute(run)).toMatchObject({ status: 409, error: 'payout_balance_short' });
    await finance.control('/settlement', { currencies: ['eur'] });
    await finance.topUp(50_000, 'eur');
    await reconciled();
    await finance.execute(run);
    for (const payout of (await finance.run(run.id)).payouts)
      if (payout.state === 'reserved') await finance.send(payout.id);
    expect((await finance.run(run.id)).state).toBe('settled');
    await finance.get(SealMonth).execute();
    const statements = (
      await finance.read<{ items: { currency: string; paid_minor: string }[] }>(author.session, '/author/statements')
    ).data.items.map(({ currency, paid_minor: paid }) => [currency, paid]);
    expect(statements.sort()).toEqual([
      ['eur', owed.toString()],
      ['usd', '5500'],
    ]);
    expect((await reconciled()).map(([currency]) => currency)).toEqual(['eur', 'usd']);
  });

  it('what is charged after that settles as it is', async () => {
    const plain = await earns('eur');
    expect(await settlements(plain)).toMatchObject([
      {
        ...{ cause: 'charge', amount_minor: '10000', settled_minor: '10000', settled_currency: 'eur' },
        ...{ fee_minor: '320', exchange_rate: null },
      },
    ]);
    await reconciled();
  });
});
