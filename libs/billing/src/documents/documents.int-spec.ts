import { buffer } from 'node:stream/consumers';
import { RefundGateway } from '@portal/stripe-gateway';
import { FINANCE, SELLER } from '../../../../test/support/money/billing.js';
import { CollectingWorld } from '../../../../test/support/money/collecting.js';
import { readOf } from '../../../../test/support/money/read-pdf.js';
import { SetBillingDetails } from '../cards/set-billing-details.js';
import { ChargeInvoice } from '../collection/charge-invoice.js';
import { GiveBackKind } from '../refunds/give-back.js';
import { IssueRefund } from '../refunds/issue-refund.js';
import { CreditNotes } from '../refunds/read/credit-notes.js';
import { SendRefund } from '../refunds/send-refund.js';
import { SyncRefund } from '../refunds/sync-refund.js';
import { BillingDocuments } from './read/billing-documents.js';

const world = CollectingWorld.forTests();
const OTHER = '0190a000-0000-7000-8000-0000000000aa';
const RATE = { country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: true };

const documents = () => world.get(BillingDocuments);
const pdfOf = async (id: string, tenantIds?: string[]) => buffer((await documents().pdf(id, tenantIds)).getStream());

/** VAT in euros, in cents. */
const statedIn = (text: string): number =>
  Number(/VAT in EUR, 1 USD = [\d.]+ EUR on \d{4}-\d\d-\d\d(-?\d+\.\d\d) EUR/.exec(text)![1]!.replace('.', ''));

/** An issued invoice to a tenant in Germany. */
async function issued(month: string, taxId: string | null = null) {
  const { tenantId } = await world.billing.activate({ activatedAt: new Date(`${month}-01T00:00:00Z`) });
  await world.card(tenantId, 'pm_card_bypassPending');
  await world
    .get(SetBillingDetails)
    .execute({ ...FINANCE, roles: [{ role: 'operator', scopeId: tenantId }] }, tenantId, {
      ...{ legal_name: 'Acme GmbH', line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10115', region: null },
      ...{ country: 'DE', tax_id_type: taxId && 'eu_vat', tax_id: taxId },
    });
  await world.closeMonth(month);
  return { tenantId, ...(await world.invoiceOf(tenantId, month)) };
}

describe('issued documents', () => {
  beforeAll(async () => {
    await world.policy('tax', { provider: 'table', table: [RATE] }, new Date('2012-01-01T00:00:00Z'));
    await world.policy('operator_identity', { ...SELLER, country: 'FR', tax_id: 'FR40303265045' });
    const rates = { usd: '0.7513', kwd: '2.7' };
    await world.policy('vat_currency', { currency: 'eur', date: '2012-12-31', rates });
  });

  it('are an invoice with the particulars that the law wants, the same bytes every time', async () => {
    const invoice = await issued('2012-02');
    const pdf = await pdfOf(invoice.id, [invoice.tenantId]);
    const text = readOf(pdf);
    for (const part of [
      `Invoice ${invoice.number}`,
      `Issued ${invoice.issued_at!.slice(0, 10)}`,
      'Supplied in 2012-02',
      '2012-02-01 to 2012-02-29',
      ...['Portal Inc', 'Bay St 1', 'Toronto', 'Tax number FR40303265045'],
      ...['Acme GmbH', 'Hauptstr. 1', '10115 Berlin'],
      'VAT 19.00 % of the net amount',
      ...['9.31 USD', '58.31 USD'],
      // 9.31 x 0.7513 is 6.994603.
      'VAT in EUR, 1 USD = 0.7513 EUR on 2012-12-31',
      '6.99 EUR',
    ])
      expect(text).toContain(part);
    // Neither a later seller nor another address changes it.
    await world.policy('operator_identity', { ...SELLER, legal_name: 'New Name', country: 'FR' });
    await world.policy('vat_currency', { currency: 'eur', date: '2013-01-31', rates: { usd: '0.8', kwd: '2.7' } });
    expect((await pdfOf(invoice.id)).equals(pdf)).toBe(true);
    await expect(pdfOf(invoice.id, [OTHER])).rejects.toMatchObject({ code: 'invoice_not_found' });
  });

  it('say who owes the tax under reverse charge', async () => {
    const { id } = await issued('2012-03', 'de 136 695 976');
    const text = readOf(await pdfOf(id));
    for (const part of ['Reverse charge', 'Tax number DE136695976', 'VAT 0.00 % of the net amount'])
      expect(text).toContain(part);
    expect(text).not.toContain('VAT in EUR');
  });

  it('say why no tax is charged to a customer without an address', async () => {
    const { tenantId } = await world.billing.activate({ activatedAt: new Date('2012-01-01T00:00:00Z') });
    await world.closeMonth('2012-01');
    const { id } = await world.invoiceOf(tenantId, '2012-01');
    expect(readOf(await pdfOf(id))).toContain('No tax is charged: the address of the customer is not known.');
  });

  it('are a credit note that names its invoice, and a counter-document when the refund comes back', async () => {
    const invoice = await issued('2012-04');
    await world.get(ChargeInvoice).execute(invoice.id);
    const request = {
      invoiceId: invoice.id,
      scope: { kind: 'full' },
      reason: 'other',
      note: 'It did not work.',
    } as const;
    const { refundId } = await world.get(IssueRefund).execute(FINANCE, request);
    await world.get(SendRefund).execute(refundId);
    const [payment] = (await world.invoiceOf(invoice.tenantId, '2012-04')).payments;
    const [made] = await world.get(RefundGateway).findRefundsOfPayment(payment!.payment_intent_id!);
    await world.control(`/refunds/${made!.refundId}`, { status: 'failed' });
    await world.get(SyncRefund).execute(made!.refundId);
    const [note, counter] = await world.get(CreditNotes).ofInvoice(invoice.id);
    expect([note, counter]).toMatchObject([
      { kind: 'refund', total_minor: '5831', countered_by: counter!.number },
      { kind: 'counter', total_minor: '-5831', countered_by: null },
    ]);
    const text = readOf(await pdfOf(note!.id, [invoice.tenantId]));
    for (const part of [
      `Credit note ${note!.number}`,
      `Amends invoice ${invoice.number} of`,
      'It did not work.',
      '58.31 USD',
    ])
      expect(text).toContain(part);
    const reversal = readOf(await pdfOf(counter!.id));
    expect([statedIn(text), statedIn(reversal)]).toEqual([745, -745]);
    for (const part of [`Credit note ${counter!.number}`, `Reverses credit note ${note!.number}.`, '-58.31 USD'])
      expect(reversal).toContain(part);
    await expect(pdfOf(note!.id, [OTHER])).rejects.toMatchObject({ code: 'invoice_not_found' });
  });

  it('take back in credit notes all the VAT that their invoice stated in the seller’s currency, at its rate', async () => {
    const invoice = await issued('2012-06');
    // What later ones are stated at.
    await world.policy('vat_currency', { currency: 'gbp', date: '2013-02-28', rates: { usd: '0.6' } });
    for (const scope of [{ kind: 'amount', amountMinor: 1_960n }, { kind: 'full' }] as const)
      await world.get(GiveBackKind).creditNote(FINANCE, {
        ...{ invoiceId: invoice.id, reason: 'other', note: 'It did not work.', scope },
      });
    const notes = await world.get(CreditNotes).ofInvoice(invoice.id);
    const stated = await Promise.all(notes.map(async ({ id }) => statedIn(readOf(await pdfOf(id)))));
    // 3.13 and 6.18 x 0.8 are 2.504 and 4.944: each by itself would leave a cent of the 7.448 of the invoice.
    expect([statedIn(readOf(await pdfOf(invoice.id))), ...stated]).toEqual([745, 250, 495]);
    await world.policy('vat_currency', { currency: 'eur', date: '2013-02-28', rates: { usd: '0.8', kwd: '2.7' } });
  });

  it('say in a credit note for a refund of all what was not charged and is not due any more', async () => {
    const activatedAt = new Date('2012-05-01T00:00:00Z');
    const { tenantId } = await world.billing.activate({ activatedAt, amountMinor: 5_718n, currency: 'kwd' });
    await world.card(tenantId, 'pm_card_bypassPending');
    await world.closeMonth('2012-05');
    const { id: invoiceId } = await world.invoiceOf(tenantId, '2012-05');
    await world.get(ChargeInvoice).execute(invoiceId);
    const request = { invoiceId, scope: { kind: 'full' }, reason: 'other', note: 'It did not work.' } as const;
    const { refundId } = await world.get(IssueRefund).execute(FINANCE, request);
    await world.get(SendRefund).execute(refundId);
    const [note] = await world.get(CreditNotes).ofInvoice(invoiceId);
    const text = readOf(await pdfOf(note!.id));
    for (const part of ['5.718 KWD', 'KWD 0.008 of it was not charged and is not due any more.'])
      expect(text).toContain(part);
  });
});
