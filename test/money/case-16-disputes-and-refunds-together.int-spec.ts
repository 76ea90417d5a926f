import { RefundGateway } from '../../libs/stripe-gateway/src/index.js';
import { CollectingWorld, type PaidInvoice } from '../support/money/collecting.js';
import * as back from '../support/money/going-back.js';

const PRICE = 4_900n;
const SHARE = 3_430n;

const world = CollectingWorld.forTests();

const paid = () => world.paid([{ amountMinor: PRICE }]);
const refund = (invoice: PaidInvoice, amountMinor: bigint) => back.refund(world, invoice.id, back.scopeOf(amountMinor));
const dispute = (invoice: PaidInvoice, amount: bigint) => back.dispute(world, invoice.paymentIntentId, amount);
const move = (id: string, outcome: string) => back.disputeEnds(world, id, outcome);
const author = async (invoice: PaidInvoice) => ({
  payable: await world.balance('author_payable', invoice.lines[0]!.orgId),
  disputed: await world.balance('author_disputed', invoice.lines[0]!.orgId),
});
const covered = async (id: string) => {
  const [row] = await world.billing.db.query<{ withdrawn: string; covered: string }>(
    'select withdrawn, covered from billing.disputes where provider_dispute_id = $1',
    [id],
  );
  return row;
};

describe('Case 16: a dispute on a refunded payment, a refund on a disputed payment, a partial dispute, won after lost', () => {
  it('a dispute of a fully refunded payment holds nothing of the author, and what is lost goes to suspense', async () => {
    const invoice = await paid();
    await refund(invoice, PRICE);
    const suspense = await world.balance('suspense');
    const id = await dispute(invoice, PRICE);
    expect(await covered(id)).toEqual({ withdrawn: '4900', covered: '0' });
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 0n });
    expect(await world.balance('platform_at_risk')).toBe(PRICE);
    await move(id, 'lost');
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 0n });
    expect(await world.balance('platform_at_risk')).toBe(0n);
    expect(await world.balance('suspense')).toBe(suspense - PRICE);
  });

  it('a dispute of a partly refunded payment takes from each line only what is left of it', async () => {
    const invoice = await paid();
    await refund(invoice, 900n);
    const id = await dispute(invoice, PRICE);
    expect(await covered(id)).toEqual({ withdrawn: '4900', covered: '4000' });
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 2_800n });
    const suspense = await world.balance('suspense');
    await move(id, 'won');
    expect(await author(invoice)).toEqual({ payable: 2_800n, disputed: 0n });
    expect(await world.balance('suspense')).toBe(suspense);
    await refund(invoice, 4_000n);
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 0n });
  });

  it('a refund of a disputed payment is refused here, and by the processor when it was requested just before', async () => {
    const invoice = await paid();
    const id = await dispute(invoice, 1_000n);
    await expect(refund(invoice, 100n)).rejects.toMatchObject({ code: 'payment_disputed', status: 409 });
    const outcome = await world.get(RefundGateway).createRefund({
      idempotencyKey: `case16:${id}`,
      paymentIntentId: invoice.paymentIntentId,
      amountMinor: 100n,
      metadata: {},
    });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'charge_disputed' });
    expect(await author(invoice)).toEqual({ payable: 2_730n, disputed: 700n });
    await move(id, 'won');
    await refund(invoice, 100n);
    expect(await author(invoice)).toEqual({ payable: 3_360n, disputed: 0n });
  });

  it('a dispute won on appeal returns everything by a transaction that reverses the loss', async () => {
    const invoice = await paid();
    const revenue = await world.balance('platform_revenue');
    const id = await dispute(invoice, PRICE);
    await move(id, 'lost');
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 0n });
    expect(await world.balance('platform_revenue')).toBe(revenue - (PRICE - SHARE));
    await move(id, 'appeal');
    await expect(refund(invoice, 100n)).rejects.toMatchObject({ code: 'payment_disputed' });
    await move(id, 'appeal_won');
    expect(await author(invoice)).toEqual({ payable: SHARE, disputed: 0n });
    expect(await world.balance('platform_revenue')).toBe(revenue);
    const txs = await world.billing.db.query<{ key: string; reverses: string | null }>(
      `select t.idempotency_key as key, r.idempotency_key as reverses from ledger.ledger_tx t
       left join ledger.ledger_tx r on r.id = t.reverses_tx_id where t.idempotency_key like $1 order by t.id`,
      [`dispute:${id}:%`],
    );
    expect(txs).toEqual([
      { key: `dispute:${id}:opened`, reverses: null },
      { key: `dispute:${id}:lost`, reverses: null },
      { key: `dispute:${id}:appeal_won`, reverses: `dispute:${id}:lost` },
    ]);
    await refund(invoice, PRICE);
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: 0n });
  });

  it('a refund that is returned while nothing else is open can be disputed whole afterwards', async () => {
    const invoice = await paid();
    await refund(invoice, 1_234n);
    await back.refundFails(world, invoice.paymentIntentId);
    const id = await dispute(invoice, PRICE);
    expect(await covered(id)).toEqual({ withdrawn: '4900', covered: '4900' });
    expect(await author(invoice)).toEqual({ payable: 0n, disputed: SHARE });
    expect((await world.ledger.proof()).ok).toBe(true);
  });
});
