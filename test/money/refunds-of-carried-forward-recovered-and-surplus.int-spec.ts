import { randomUUID } from 'node:crypto';
import { PaymentGateway } from '@portal/stripe-gateway';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { CollectDue } from '../../libs/billing/src/collection/collect-due.js';
import type { AdjustmentScope } from '../../libs/billing/src/refunds/domain/plan-adjustment.js';
import { IssueRefund } from '../../libs/billing/src/refunds/issue-refund.js';
import { GiveBackKind } from '../../libs/billing/src/refunds/give-back.js';
import { CreditNotes } from '../../libs/billing/src/refunds/read/credit-notes.js';
import { InvoiceAdjustments } from '../../libs/billing/src/refunds/read/invoice-adjustments.js';
import { Refunds } from '../../libs/billing/src/refunds/read/refunds.js';
import { SendRefund } from '../../libs/billing/src/refunds/send-refund.js';
import { SettleCharge } from '../../libs/billing/src/collection/settle-charge.js';
import { FINANCE } from '../support/money/billing.js';
import { CollectingWorld } from '../support/money/collecting.js';
import * as back from '../support/money/going-back.js';

const CARD = 'pm_card_bypassPending';

describe('refunds of invoices with a history, to the unit', () => {
  const world = CollectingWorld.forTests();

  async function install(tenantId: string, orgId: string, amountMinor: bigint, from: string, to: string) {
    const { installId } = await world.billing.activate({ tenantId, orgId, amountMinor, activatedAt: new Date(from) });
    await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: new Date(to) });
  }
  const refund = async (invoiceId: string, scope: AdjustmentScope): Promise<bigint> =>
    (await back.refund(world, invoiceId, scope)).amountMinor;
  const adjustments = (invoiceId: string) => world.get(InvoiceAdjustments).forFinance(invoiceId);
  async function changeOf<T extends Record<string, () => Promise<bigint>>>(of: T, work: () => Promise<unknown>) {
    const before = await Promise.all(Object.values(of).map((one) => one()));
    await work();
    const after = await Promise.all(Object.values(of).map((one) => one()));
    return Object.fromEntries(Object.keys(of).map((name, at) => [name, after[at]! - before[at]!]));
  }

  it('take from lines that were carried in as from its own, and in the end exactly everything', async () => {
    const [tenantId, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await world.card(tenantId, CARD);
    await install(tenantId, first, 30n, '2014-01-01T00:00:00Z', '2014-02-01T00:00:00Z');
    await install(tenantId, second, 1_000n, '2014-02-01T00:00:00Z', '2014-03-01T00:00:00Z');
    const accounts = {
      first: () => world.balance('author_payable', first),
      second: () => world.balance('author_payable', second),
      platform: () => world.balance('platform_revenue'),
      receivable: () => world.balance('tenant_receivable'),
      suspense: () => world.balance('suspense'),
    };
    const all = await changeOf(accounts, async () => {
      await world.closeMonth('2014-01');
      await world.closeMonth('2014-02');
      expect(await world.invoiceOf(tenantId, '2014-01')).toMatchObject({ state: 'below_minimum', total_minor: '30' });
      const { id } = await world.invoiceOf(tenantId, '2014-02');
      const paid = await changeOf(accounts, () => world.get(ChargeInvoice).execute(id));
      // 30 × 70 % = 21 and 1000 × 70 % = 700.
      expect(paid).toMatchObject({ first: 21n, second: 700n, receivable: -1_030n, suspense: 0n });
      expect(await adjustments(id)).toMatchObject({ refundable_minor: '1030', surplus_minor: '0' });
      // Half: 515 × 30/1030 = 15 and 515 × 1000/1030 = 500; of the 15 the author gives R(21 × 15/30) = R(10.5) = 11.
      expect(await changeOf(accounts, () => refund(id, { kind: 'amount', amountMinor: 515n }))).toEqual({
        first: -11n,
        second: -350n,
        platform: -154n,
        receivable: 0n,
        suspense: 0n,
      });
      expect(await changeOf(accounts, () => refund(id, { kind: 'full' }))).toMatchObject({
        first: -10n,
        second: -350n,
        platform: -155n,
        suspense: 0n,
      });
      expect((await world.get(CreditNotes).ofInvoice(id)).map((note) => note.total_minor)).toEqual(['515', '515']);
      await expect(refund(id, { kind: 'amount', amountMinor: 1n })).rejects.toMatchObject({
        code: 'adjustment_too_large',
      });
    });
    expect(all).toEqual({ first: 0n, second: 0n, platform: 0n, receivable: 0n, suspense: 0n });
    expect(await world.proves()).toBe(true);
  });

  it('of an invoice that was paid after its write-off bring no loss back', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    await world.card(tenantId, 'pm_card_chargeCustomerFail');
    await install(tenantId, orgId, 4_900n, '2014-04-01T00:00:00Z', '2014-05-01T00:00:00Z');
    await world.closeMonth('2014-04');
    const { id } = await world.invoiceOf(tenantId, '2014-04');
    await world.get(ChargeInvoice).execute(id);
    const [declined] = await world.billing.db.query<{ id: string; customer_id: string }>(
      `select id, customer_id from billing.payments where invoice_id = $1 and state = 'declined'`,
      [id],
    );
    const accounts = {
      author: () => world.balance('author_payable', orgId),
      pending: () => world.balance('author_pending', orgId),
      badDebt: () => world.balance('bad_debt'),
      platform: () => world.balance('platform_revenue'),
      suspense: () => world.balance('suspense'),
    };
    const proposal = await world.proposeWriteOff(id);
    expect(await changeOf(accounts, () => world.approve(proposal))).toMatchObject({
      pending: -3_430n,
      badDebt: 1_470n,
      author: 0n,
    });
    await world.card(tenantId, CARD);
    const late = await pay(tenantId, id, declined!, 4_900n);
    expect(await changeOf(accounts, () => world.get(SettleCharge).execute(late))).toMatchObject({
      author: 3_430n,
      badDebt: -1_470n,
      platform: 0n,
    });
    expect((await world.invoiceOf(tenantId, '2014-04')).state).toBe('paid');
    expect(await changeOf(accounts, () => refund(id, { kind: 'full' }))).toEqual({
      author: -3_430n,
      pending: 0n,
      badDebt: 0n,
      platform: -1_470n,
      suspense: 0n,
    });
    expect(await world.proves()).toBe(true);
  });

  /** A charge that the processor made for an attempt of ours. */
  async function pay(
    tenantId: string,
    invoiceId: string,
    of: { id: string; customer_id: string },
    amountMinor: bigint,
  ) {
    const [saved] = await world.billing.db.query<{ payment_method_id: string }>(
      'select payment_method_id from billing.tenant_customers where tenant_id = $1',
      [tenantId],
    );
    const made = await world.get(PaymentGateway).chargeOffSession({
      idempotencyKey: randomUUID(),
      customerId: of.customer_id,
      paymentMethodId: saved!.payment_method_id,
      amountMinor,
      currency: 'usd',
      transferGroup: `inv_${invoiceId}`,
      metadata: { invoice_id: invoiceId, payment_id: of.id },
    });
    if (made.kind !== 'succeeded') throw new Error(made.kind);
    return made.paymentIntentId;
  }

  describe('surplus payments', () => {
    const twice = { scope: { kind: 'surplus' }, reason: 'duplicate', note: 'Paid twice.' } as const;
    const give = (invoiceId: string, confirmMinor: bigint) =>
      world.get(IssueRefund).execute(FINANCE, { invoiceId, confirmMinor, ...twice });
    /** An invoice of 49.00 that the first card did not pay; the card works now. */
    async function declinedOnce(month: string, end: string) {
      const [tenantId, orgId] = [randomUUID(), randomUUID()];
      await world.card(tenantId, 'pm_card_chargeCustomerFail');
      await install(tenantId, orgId, 4_900n, `${month}-01T00:00:00Z`, end);
      await world.closeMonth(month);
      const { id } = await world.invoiceOf(tenantId, month);
      await world.get(ChargeInvoice).execute(id);
      const [declined] = await world.billing.db.query<{ id: string; customer_id: string }>(
        `select id, customer_id from billing.payments where invoice_id = $1`,
        [id],
      );
      await world.card(tenantId, CARD);
      return { tenantId, orgId, id, declined: declined! };
    }

    it('are refunded out of suspense, once, and take nothing from authors', async () => {
      const { tenantId, orgId, id, declined } = await declinedOnce('2014-06', '2014-07-01T00:00:00Z');
      await world.get(CollectDue).execute(tenantId);
      expect((await world.invoiceOf(tenantId, '2014-06')).state).toBe('paid');
      await expect(give(id, 4_900n)).rejects.toMatchObject({ code: 'no_surplus', status: 409 });
      const before = await world.balance('suspense');
      await world.get(SettleCharge).execute(await pay(tenantId, id, declined, 4_900n));
      expect((await world.balance('suspense')) - before).toBe(4_900n);
      expect(await adjustments(id)).toMatchObject({ surplus_minor: '4900', refundable_minor: '4900' });
      await expect(give(id, 4_899n)).rejects.toMatchObject({ code: 'confirmation_mismatch' });
      await expect(give(randomUUID(), 1n)).rejects.toMatchObject({ code: 'invoice_not_found' });

      // Two people press the button: one refund.
      const asked = await Promise.allSettled([give(id, 4_900n), give(id, 4_900n)]);
      const [made] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(
        asked.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'made')).sort(),
      ).toEqual(['made', 'no_surplus']);
      for (let i = 0; i < 2; i += 1) await world.get(SendRefund).execute(made!.refundId);
      expect((await world.balance('suspense')) - before).toBe(0n);
      expect(await world.balance('author_payable', orgId)).toBe(3_430n);
      const view = await adjustments(id);
      expect(view).toMatchObject({ surplus_minor: '0', refundable_minor: '4900', credit_notes: [] });
      expect(view.refunds).toMatchObject([{ state: 'succeeded', amount_minor: '4900' }]);
      expect(await world.get(Refunds).get(made!.refundId)).toMatchObject({ scope: 'surplus', lines: [] });
      // The invoice itself can still be refunded, whole.
      expect(await refund(id, { kind: 'full' })).toBe(4_900n);
      expect(await world.balance('author_payable', orgId)).toBe(0n);
      expect(await world.proves()).toBe(true);
    });

    it('arise when a charge exceeds the rest of a credited invoice, and no line is touched for them', async () => {
      const { tenantId, orgId, id, declined } = await declinedOnce('2014-08', '2014-09-01T00:00:00Z');
      await world.get(GiveBackKind).creditNote(FINANCE, {
        invoiceId: id,
        scope: { kind: 'amount', amountMinor: 900n },
        ...back.WHY,
      });
      const before = await world.balance('suspense');
      await world.get(SettleCharge).execute(await pay(tenantId, id, declined, 4_900n));
      expect((await world.balance('suspense')) - before).toBe(900n);
      expect(await adjustments(id)).toMatchObject({ surplus_minor: '900', refundable_minor: '4000' });
      // 4000 × 70 %.
      expect(await world.balance('author_payable', orgId)).toBe(2_800n);
      const { refundId } = await give(id, 900n);
      await world.get(SendRefund).execute(refundId);
      expect((await world.balance('suspense')) - before).toBe(0n);
      expect(await world.balance('author_payable', orgId)).toBe(2_800n);
      expect(await refund(id, { kind: 'full' })).toBe(4_000n);
      expect(await world.balance('author_payable', orgId)).toBe(0n);
      expect(await world.proves()).toBe(true);
    });
  });
});
