import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { FINANCE } from '../../../../test/support/money/billing.js';
import { CollectingWorld, type IssuedInvoice } from '../../../../test/support/money/collecting.js';
import { ChargeInvoice } from '../collection/charge-invoice.js';
import type { AdjustmentScope } from './domain/plan-adjustment.js';
import { GiveBackKind } from './give-back.js';
import { IssueRefund } from './issue-refund.js';
import { Invoices } from '../invoicing/read/invoices.js';
import { InvoiceAdjustments } from './read/invoice-adjustments.js';
import { PreviewRefund } from './read/preview-refund.js';
import { SendRefund } from './send-refund.js';
import { SyncRefund } from './sync-refund.js';

const world = CollectingWorld.forTests();

const ONE = [{ amountMinor: 4_900n }];
const credit = async (invoice: { id: string }, scope: AdjustmentScope = { kind: 'full' }) => {
  const request = { invoiceId: invoice.id, scope, reason: 'billing_error', note: 'Billed by mistake.' } as const;
  return (await world.get(GiveBackKind).creditNote(FINANCE, request)) as { creditNoteId: string; number: string };
};
const get = (invoice: { id: string }) => world.get(Invoices).get(invoice.id);
const pending = (invoice: IssuedInvoice, at = 0) => world.balance('author_pending', invoice.lines[at]!.orgId);

describe('a credit note before payment', () => {
  it('reverses everything that the invoice booked, and closes it without rewriting it', async () => {
    const before = await world.balances();
    const invoice = await world.issued([
      { amountMinor: 4_900n },
      { amountMinor: 1_333n },
      { amountMinor: 777n, orgId: null },
    ]);
    expect(await world.balances()).not.toEqual(before);
    const { number } = await credit(invoice);
    expect(number).toMatch(/^CN-\d{6}$/);
    expect(await world.balances()).toEqual(before);
    expect(await get(invoice)).toMatchObject({ state: 'credited', total_minor: '7010', next_retry_at: null });
    expect(await world.get(ChargeInvoice).execute(invoice.id)).toEqual({ kind: 'settled' });
    expect((await get(invoice)).payments).toEqual([]);
  });

  it('for a part leaves the rest to be charged, and the author the share of the rest', async () => {
    const invoice = await world.issued(ONE);
    await credit(invoice, { kind: 'amount', amountMinor: 900n });
    expect(await get(invoice)).toMatchObject({ state: 'open', total_minor: '4900' });
    expect(await pending(invoice)).toBe(2_800n);
    await world.get(ChargeInvoice).execute(invoice.id);
    expect(await get(invoice)).toMatchObject({ state: 'paid', payments: [{ amount_minor: '4000' }] });
    expect(await pending(invoice)).toBe(0n);
    expect(await world.balance('author_payable', invoice.lines[0]!.orgId)).toBe(2_800n);
    expect(await world.balance('tenant_receivable')).toBe(0n);

    // The paid amount can be refunded, but not a unit more.
    const refund = await world
      .get(IssueRefund)
      .execute(FINANCE, { invoiceId: invoice.id, scope: { kind: 'full' }, reason: 'other', note: 'The rest too.' });
    expect(refund.amountMinor).toBe(4_000n);
    await world.get(SendRefund).execute(refund.refundId);
    expect(await world.balance('author_payable', invoice.lines[0]!.orgId)).toBe(0n);
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('is refused for an invoice that is paid, closed, unknown, or being charged', async () => {
    const paid = await world.paid(ONE);
    await expect(credit(paid)).rejects.toMatchObject({ code: 'invoice_not_creditable', status: 409 });
    const closed = await world.issued(ONE);
    await credit(closed);
    await expect(credit(closed)).rejects.toMatchObject({ code: 'invoice_not_creditable' });
    await expect(credit({ id: '0190a000-0000-7000-8000-000000000001' })).rejects.toMatchObject({
      code: 'invoice_not_found',
    });
    const charging = await world.issued(ONE);
    await world.fault('drop-after', '/v1/payment_intents', 2);
    await world.get(ChargeInvoice).execute(charging.id);
    await expect(credit(charging)).rejects.toMatchObject({ code: 'payment_in_progress' });
    await expect(credit(await world.issued(ONE), { kind: 'amount', amountMinor: 4_901n })).rejects.toMatchObject({
      code: 'adjustment_too_large',
    });
  });
});

const notes = (invoice: { id: string }) =>
  world.billing.db.query<{ kind: string; total: string; carries: string }>(
    'select kind, total, billing.carries(invoice_id) as carries from billing.credit_notes where invoice_id = $1 order by number_seq',
    [invoice.id],
  );
const refund = async (invoiceId: string, scope: AdjustmentScope) => {
  const request = { invoiceId, scope, reason: 'other', note: 'It did not work.' } as const;
  await world.get(SendRefund).execute((await world.get(IssueRefund).execute(FINANCE, request)).refundId);
};

describe('a full credit note', () => {
  it('takes everything to the last unit, in every currency', async () => {
    const amounts = fc.array(fc.bigInt({ min: 18_001n, max: 24_999n }), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('jpy', 'usd', 'huf', 'isk', 'kwd', 'bhd'), amounts, async (currency, each) => {
        const before = await world.balances();
        const invoice = await world.issued(each.map((amountMinor) => ({ amountMinor, currency })));
        await credit(invoice);
        expect(await notes(invoice)).toEqual([
          { kind: 'cancellation', total: String(invoice.totalMinor), carries: '0' },
        ]);
        expect(await world.balances()).toEqual(before);
      }),
      { numRuns: 12, examples: [['kwd', [20_718n]]] },
    );
    expect(await world.proves()).toBe(true);
  });
});

describe('a refund of all that was paid', () => {
  it('takes the rest that was never charged too, in one step or in several', async () => {
    const price = fc.bigInt({ min: 5_001n, max: 24_999n });
    await fc.assert(
      fc.asyncProperty(fc.array(price, { minLength: 1, maxLength: 2 }), fc.boolean(), async (each, inParts) => {
        const invoice = await world.paid(each.map((amountMinor) => ({ amountMinor, currency: 'kwd' })));
        const orgs = invoice.lines.map((line) => line.orgId!);
        const rest = invoice.totalMinor % 10n;
        if (inParts) await refund(invoice.id, { kind: 'amount', amountMinor: 1_230n });
        const preview = await world.get(PreviewRefund).execute(invoice.id, { kind: 'full' });
        expect(preview.uncharged_minor).toBe(String(rest));
        await refund(invoice.id, { kind: 'full' });
        const issued = await notes(invoice);
        expect(issued.reduce((sum, note) => sum + BigInt(note.total), 0n)).toBe(invoice.totalMinor);
        expect(issued[0]!.carries).toBe('0');
        expect(await world.balance('tenant_receivable', undefined, 'kwd')).toBe(0n);
        for (const org of orgs) expect(await world.balance('author_payable', org, 'kwd')).toBe(0n);
      }),
      {
        numRuns: 8,
        examples: [
          [[5_718n], false],
          [[5_718n], true],
        ],
      },
    );
    expect(await world.proves()).toBe(true);
  });

  it('owes the rest again when its money comes back, and takes nothing of a part that a later invoice has', async () => {
    const invoice = await world.paid([{ amountMinor: 5_718n, currency: 'kwd' }]);
    await refund(invoice.id, { kind: 'full' });
    const [made] = await world.billing.db.query<{ id: string }>(
      'select provider_refund_id as id from billing.refunds where invoice_id = $1',
      [invoice.id],
    );
    await world.control(`/refunds/${made!.id}`, { status: 'failed' });
    await world.get(SyncRefund).execute(made!.id);
    expect(await notes(invoice)).toEqual([
      { kind: 'refund', total: '5718', carries: '8' },
      { kind: 'counter', total: '5718', carries: '8' },
    ]);
    expect(await world.balance('tenant_receivable', undefined, 'kwd')).toBe(8n);
    await refund(invoice.id, { kind: 'full' });
    expect(await world.balance('tenant_receivable', undefined, 'kwd')).toBe(0n);
  });
});

describe('the numbers of credit notes', () => {
  it('have no gaps, also when many are issued concurrently and some are refused', async () => {
    const invoices = [];
    for (let n = 0; n < 4; n++) invoices.push(await world.issued(ONE));
    const wanted = invoices.flatMap((invoice) => [credit(invoice), credit(invoice)]);
    const results = await Promise.allSettled(wanted);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(4);
    const rows = await world.billing.db.query<{ seq: string }>(
      'select number_seq as seq from billing.credit_notes order by number_seq',
    );
    expect(rows.map((row) => Number(row.seq))).toEqual(rows.map((_row, at) => at + 1));
  });
});

// Last, because it moves the clock.
describe('a full credit note before the next invoice', () => {
  it('is followed by an invoice without what it cancelled', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    await world.card(tenantId);
    const at = new Date('2031-01-01T00:00:00Z');
    await world.billing.activate({ activatedAt: at, tenantId, orgId, amountMinor: 5_718n, currency: 'kwd' });
    await world.closeMonth('2031-01');
    const first = await world.invoiceOf(tenantId, '2031-01');
    const carried = () => world.get(InvoiceAdjustments).forTenant(first.id, [tenantId]);
    expect(await carried()).toMatchObject({ carried_out_minor: '8', not_due_minor: '0' });
    await credit(first);
    expect(await carried()).toMatchObject({ carried_out_minor: '0', not_due_minor: '8' });
    await world.closeMonth('2031-02');
    const rows = await world.billing.db.query(
      'select carried_in, carried_out, amount_due, state from billing.invoices where tenant_id = $1 order by month',
      [tenantId],
    );
    expect(rows).toEqual([
      { carried_in: '0', carried_out: '8', amount_due: '5710', state: 'credited' },
      { carried_in: '0', carried_out: '8', amount_due: '5710', state: 'open' },
    ]);
    await world.closeMonth('2031-03');
    const third = await world.invoiceOf(tenantId, '2031-03');
    expect(await world.get(InvoiceAdjustments).forFinance(third.id)).toMatchObject({
      credited_minor: '0',
      carried_in_minor: '8',
      carried_out_minor: '6',
    });
    // The rest of the second is on the third, so a refund of the second leaves it.
    const second = await world.invoiceOf(tenantId, '2031-02');
    await world.get(ChargeInvoice).execute(second.id);
    await refund(second.id, { kind: 'full' });
    expect(await notes(second)).toEqual([{ kind: 'refund', total: '5710', carries: '8' }]);
  });
});
