import { randomUUID } from 'node:crypto';
import type { AuthorBilledListing } from '@portal/listings';
import { withScope } from '@portal/platform/database';
import fc from 'fast-check';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { ChargeListingFees } from '../../libs/billing/src/invoicing/charge-listing-fees.js';
import { divideFee } from '../../libs/billing/src/invoicing/domain/listing-fee.js';
import { parseMonth } from '../../libs/billing/src/domain/month.js';
import { SyncBillingModel } from '../../libs/billing/src/segments/sync-billing-model.js';
import { OpenSegment } from '../../libs/billing/src/segments/open-segment.js';
import { PayInvoice } from '../../libs/billing/src/collection/pay-invoice.js';
import { Invoices } from '../../libs/billing/src/invoicing/read/invoices.js';
import { ListingFees } from '../../libs/billing/src/invoicing/read/listing-fees.js';
import { SavePaymentMethod } from '../../libs/billing/src/cards/save-payment-method.js';
import { FINANCE, SELLER } from '../support/money/billing.js';
import { CollectingWorld } from '../support/money/collecting.js';

describe('Case 24: author billing, switched in the month, and listing fees', () => {
  const world = CollectingWorld.forTests();
  beforeAll(async () => {
    await world.policy('listing_fee', { usd: '2900', eur: '2700' }, new Date('2001-01-01T00:00:00Z'));
  });

  const listing = (orgId: string, currency = 'usd'): AuthorBilledListing => ({
    driveId: randomUUID(),
    name: 'Notes',
    orgId,
    orgName: 'Ada Inc',
    currency,
  });
  let year = 2030;
  /** A month that is open, with the clock after its end. */
  const month = async (): Promise<string> => {
    const text = `${(year += 1)}-05`;
    const [row] = await world.billing.db.query<{ ms: string }>(
      `select extract(epoch from billing.month_end($1::date) - platform.portal_now()) * 1000 as ms`,
      [`${text}-01`],
    );
    await world.later(Math.max(0, Number(row!.ms)) / 86_400_000 + 0.01);
    await world.billing.owner.query('insert into billing.periods (month) values ($1::date) on conflict do nothing', [
      `${text}-01`,
    ]);
    return text;
  };
  const charge = (text: string, ...listings: AuthorBilledListing[]) =>
    world.get(ChargeListingFees).charge(parseMonth(text), listings);
  const fees = async (orgId: string) => (await world.get(ListingFees).list([orgId])).items;
  const payable = (orgId: string, currency = 'usd') => world.balance('author_payable', orgId, currency);
  /** The author earns: an install of a tenant that pays. */
  const earn = async (orgId: string, amountMinor: bigint): Promise<void> => {
    const tenantId = randomUUID();
    await world.card(tenantId);
    const text = `${(year += 1)}-01`;
    await world.billing.activate({ activatedAt: new Date(`${text}-01T00:00:00Z`), tenantId, orgId, amountMinor });
    await world.billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($2::date), reported_ended_at = ended_at, closed_by_event = gen_random_uuid() where tenant_id = $1`,
      [tenantId, `${text}-01`],
    );
    await world.closeMonth(text);
    await world.get(ChargeInvoice).execute((await world.invoiceOf(tenantId, text)).id);
  };

  it('the fee bears the tax of the author’s country, from earnings and by invoice, booked for the authorities', async () => {
    const table = [
      { country: 'DE', region: null, basis_points: 1_900, name: 'VAT', reverse_charge: false },
      { country: 'FR', region: null, basis_points: 2_000, name: 'TVA', reverse_charge: true },
    ];
    const inCountry = async (country: string): Promise<string> => {
      const orgId = randomUUID();
      await world.billing.owner.query(
        `insert into authors.organizations (id, name, country, website) values ($1, 'Ada Inc', $2, 'https://example.com')`,
        [orgId, country],
      );
      return orgId;
    };
    const [earning, partly, broke, elsewhere, business] = [
      await inCountry('DE'),
      await inCountry('DE'),
      await inCountry('FR'),
      await inCountry('US'),
      await inCountry('FR'),
    ];
    await earn(earning, 10_000n);
    await earn(partly, 2_000n);
    await world.policy('tax', { provider: 'table', table });
    await world.policy('operator_identity', SELLER);
    const text = await month();
    const books = async () => ({
      tax: await world.balance('tax_payable'),
      revenue: await world.balance('listing_fee_revenue'),
      asked: await world.balance('tenant_receivable'),
    });
    const before = await books();
    for (const orgId of [earning, partly, broke, elsewhere]) await charge(text, listing(orgId));
    // 29.00 each, with 19 % twice and 20 % once: 5.51, 5.51 and 5.80.
    expect(await fees(earning)).toMatchObject([
      { amount_minor: '2900', tax_minor: '551', netted_minor: '3451', invoice_id: null },
    ]);
    expect(await payable(earning)).toBe(7_000n - 3_451n);
    // Of 34.51 the balance covers 14.00; of the 20.51 that is asked for, 3.27 is tax (5.51 x 20.51 / 34.51).
    const [half] = await fees(partly);
    expect(half).toMatchObject({ amount_minor: '2900', tax_minor: '551', netted_minor: '1400' });
    expect(await world.get(Invoices).get(half!.invoice_id!)).toMatchObject({
      subtotal_minor: '1724',
      tax_minor: '327',
      total_minor: '2051',
    });
    expect(await payable(partly)).toBe(0n);
    const [whole] = await fees(broke);
    expect(await world.get(Invoices).get(whole!.invoice_id!)).toMatchObject({
      subtotal_minor: '2900',
      tax_minor: '580',
      total_minor: '3480',
    });
    expect(await fees(elsewhere)).toMatchObject([{ amount_minor: '2900', tax_minor: '0', netted_minor: '0' }]);
    // Of a business elsewhere, as its tax profile says.
    await world.billing.owner.query(
      `insert into statements.tax_profiles (org_id, version, legal_name, address, country, vat_id, vat_treatment, self_billing_consent, saved_by_name)
       values ($1, 1, 'Ada SARL', e'Rue 1\\n75001 Paris', 'FR', 'FR40303265045', 'reverse_charge', false, 'Ada')`,
      [business],
    );
    await charge(text, listing(business));
    const [reversed] = await fees(business);
    const invoice = await world.get(Invoices).get(reversed!.invoice_id!);
    expect([reversed!.tax_minor, invoice]).toMatchObject(['0', { total_minor: '2900', tax: { reverse_charge: true } }]);
    const [pinned] = await world.billing.db.query(
      `select tax_details ->> 'legal_name' as name, tax_details ->> 'line1' as line1, tax_details ->> 'tax_id' as id from billing.invoices where id = $1`,
      [reversed!.invoice_id],
    );
    expect(pinned).toEqual({ name: 'Ada SARL', line1: 'Rue 1, 75001 Paris', id: 'FR40303265045' });
    const after = await books();
    expect([after.tax - before.tax, after.revenue - before.revenue, after.asked - before.asked]).toEqual([
      551n + 551n + 580n,
      5n * 2_900n,
      2_051n + 3_480n + 2_900n + 2_900n,
    ]);
    // The basis of its tax is stored with the fee and its invoice, whatever the table says later.
    const kept = await world.billing.db.query<{ country: string; reason: string; percentage: string | null }>(
      `select tax_details ->> 'country' as country, tax_details ->> 'reason' as reason, tax_details ->> 'percentage' as percentage
       from billing.listing_fees where org_id = any($1) order by 1, 2`,
      [[earning, broke, elsewhere]],
    );
    expect(kept).toEqual([
      { country: 'DE', reason: 'rated', percentage: '19.00' },
      { country: 'FR', reason: 'rated', percentage: '20.00' },
      { country: 'US', reason: 'no_rate', percentage: null },
    ]);
    // The card is charged with it.
    const author = { ...FINANCE, roles: [{ role: 'author' as const, scopeId: broke }] };
    await withScope({ kind: 'caller', personId: null, owners: [broke] }, () =>
      world.get(SavePaymentMethod).ofAuthor(author, broke, 'pm_card_visa'),
    );
    await world.get(ChargeInvoice).execute(whole!.invoice_id!, { asked: true });
    expect(await world.get(Invoices).get(whole!.invoice_id!)).toMatchObject({ state: 'paid' });
    await world.policy('tax', { provider: 'none', table: [] });
    expect(await world.proves()).toBe(true);
  });

  it('the fee is deducted from earnings in its currency, whole and once per listing and month', async () => {
    const orgId = randomUUID();
    await earn(orgId, 10_000n);
    expect(await payable(orgId)).toBe(7_000n);
    const [one, two] = [listing(orgId), listing(orgId)];
    const text = await month();
    const revenue = await world.balance('listing_fee_revenue');
    expect(await charge(text, one, two)).toBe(2);
    expect(await payable(orgId)).toBe(7_000n - 2n * 2_900n);
    expect(await world.balance('listing_fee_revenue')).toBe(revenue + 5_800n);
    expect(await charge(text, one, two)).toBe(0);
    await Promise.allSettled([charge(text, one), charge(text, one)]);
    expect(await payable(orgId)).toBe(1_200n);
    expect(await fees(orgId)).toMatchObject([
      { amount_minor: '2900', netted_minor: '2900', invoice_id: null, month: text },
      { amount_minor: '2900', netted_minor: '2900', invoice_id: null, month: text },
    ]);
    const [posted] = await world.billing.db.query<{ source_type: string; source_id: string }>(
      'select source_type, source_id from ledger.ledger_tx where idempotency_key = $1',
      [`lfee:${one.driveId}:${text}`],
    );
    expect(posted).toEqual({ source_type: 'listing_fee', source_id: expect.any(String) as string });
    expect((await fees(orgId)).map((fee) => fee.id)).toContain(posted!.source_id);
    expect(await world.proves()).toBe(true);
  });

  it('the part above the balance is invoiced to the author’s card; earnings in other currencies are not touched', async () => {
    const orgId = randomUUID();
    await earn(orgId, 2_000n);
    const text = await month();
    const receivable = await world.balance('tenant_receivable');
    expect(await charge(text, listing(orgId), listing(orgId, 'eur'))).toBe(2);
    expect(await payable(orgId)).toBe(0n);
    expect(await payable(orgId, 'eur')).toBe(0n);
    const [euro, dollar] = await fees(orgId).then((all) => all.sort((a, b) => (a.currency < b.currency ? -1 : 1)));
    expect(euro).toMatchObject({ amount_minor: '2700', netted_minor: '0', invoice_state: 'open' });
    expect(dollar).toMatchObject({ amount_minor: '2900', netted_minor: '1400', invoice_state: 'open' });
    expect(await world.balance('tenant_receivable')).toBe(receivable + 1_500n);
    const invoice = await world.get(Invoices).get(dollar!.invoice_id!);
    expect(invoice).toMatchObject({ kind: 'listing_fee', total_minor: '1500', tenant_name: 'Ada Inc', lines: [] });

    // Without a card it stays unpaid, and no tenant is suspended for it; with one it is paid at once.
    await world.get(ChargeInvoice).execute(invoice.id);
    expect((await world.get(Invoices).get(invoice.id)).last_problem).toBe('no_payment_method');
    const author = { ...FINANCE, roles: [{ role: 'author' as const, scopeId: orgId }] };
    await expect(world.get(PayInvoice).execute(author, invoice.id, 'author')).rejects.toMatchObject({
      code: 'payment_method_required',
    });
    await expect(world.get(PayInvoice).execute(FINANCE, invoice.id, 'author')).rejects.toMatchObject({
      code: 'invoice_not_found',
    });
    await withScope({ kind: 'caller', personId: null, owners: [orgId] }, async () => {
      await world.get(SavePaymentMethod).ofAuthor(author, orgId, 'pm_card_visa');
      await world.get(PayInvoice).execute(author, invoice.id, 'author');
    });
    expect((await world.get(Invoices).get(invoice.id)).state).toBe('paid');
    expect(await payable(orgId)).toBe(0n);
    expect(await world.proves()).toBe(true);
  });

  it('a currency without a fee set by finance is not charged', async () => {
    expect(await charge(await month(), listing(randomUUID(), 'gbp'))).toBe(0);
  });

  it('from the instant of the switch the host charges nothing more, and the way back needs the tenant’s consent', async () => {
    const [tenantId, driveId, orgId, installId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const text = `${(year += 1)}-04`;
    const at = (day: number) => new Date(`${text}-${String(day).padStart(2, '0')}T00:00:00Z`);
    await world.billing.activate({ activatedAt: at(1), tenantId, driveId, orgId, installId, amountMinor: 3_000n });
    const free = await world.billing.activate({
      activatedAt: at(1),
      tenantId,
      driveId,
      orgId,
      priceId: null,
      amountMinor: 0n,
    });
    const change = { eventId: randomUUID(), driveId, model: 'author_billing', effectiveFrom: at(11) };
    await world.get(SyncBillingModel).execute(change);
    await world.get(SyncBillingModel).execute(change);
    await world
      .get(SyncBillingModel)
      .execute({ ...change, eventId: randomUUID(), model: 'platform', effectiveFrom: at(21) });
    const spans = await world.billing.db.query<{ amount: string; days: number | null }>(
      `select amount, (extract(epoch from ended_at - started_at) / 86400)::int as days from billing.install_segments where install_id = $1 order by started_at`,
      [installId],
    );
    expect(spans).toEqual([
      { amount: '3000', days: 10 },
      { amount: '0', days: null },
    ]);
    // A second activation event changes nothing either.
    await world.get(OpenSegment).execute(free);
    await world.closeMonth(text);
    const invoice = await world.invoiceOf(tenantId, text);
    // Ten of April's thirty days.
    expect(invoice).toMatchObject({ total_minor: '1000', lines: [{ amount_minor: '1000', seconds: 864_000 }] });
  });

  it('the amounts deducted and invoiced add up to the fee, and no more is deducted than there is', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
    const balance = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(amount, balance, (fee, has) => {
        const { nettedMinor, askedMinor } = divideFee(fee, has, 'invoice');
        expect(nettedMinor + askedMinor).toBe(fee);
        expect(nettedMinor >= 0n && askedMinor >= 0n).toBe(true);
        expect(nettedMinor === 0n || has - nettedMinor >= 0n).toBe(true);
        expect(askedMinor === 0n || has - nettedMinor <= 0n).toBe(true);
        expect(divideFee(fee, has, 'carry')).toEqual({ nettedMinor: fee, askedMinor: 0n });
      }),
    );
  });
});
