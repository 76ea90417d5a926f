import { randomUUID } from 'node:crypto';
import { AppError } from '@portal/kernel';
import { stripeErrors, TaxGateway } from '@portal/stripe-gateway';
import { FINANCE, SELLER, VAT_IN_USD } from '../../../../test/support/money/billing.js';
import { CollectingWorld, operatorOf } from '../../../../test/support/money/collecting.js';
import { ChargeInvoice } from '../collection/charge-invoice.js';
import type { AdjustmentScope } from '../refunds/domain/plan-adjustment.js';
import { GiveBackKind } from '../refunds/give-back.js';
import { IssueRefund } from '../refunds/issue-refund.js';
import { CustomersRepository } from '../cards/customers.repository.js';
import { TenantSuspensionsRepository } from '../segments/tenant-suspensions.repository.js';
import { Policies } from '../policies/policies.js';
import { CreditNotes } from '../refunds/read/credit-notes.js';
import { ClosePreview } from '../invoicing/read/close-preview.js';
import { MonthClose } from '../invoicing/read/month-close.js';
import { RecordTax } from './record-tax.js';
import { ReverseTax } from './reverse-tax.js';
import { SavedCardGate } from '../cards/saved-card-gate.js';
import { SendRefund } from '../refunds/send-refund.js';
import { SetBillingDetails } from '../cards/set-billing-details.js';

const RATES = [
  { country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: true },
  { country: 'FR', region: null, basis_points: 2000, name: 'VAT', reverse_charge: true },
  { country: 'CA', region: 'QC', basis_points: 1498, name: 'GST and QST', reverse_charge: false },
];

describe('tax on invoices', () => {
  const world = CollectingWorld.forTests();
  beforeAll(async () => {
    await world.policy('operator_identity', SELLER);
    await world.policy('vat_currency', VAT_IN_USD);
  });
  afterEach(() => jest.restoreAllMocks());

  async function tenant(country: string | null, extra: { region?: string; taxId?: string } = {}) {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    if (country !== null)
      await world.get(SetBillingDetails).execute(operatorOf(tenantId), tenantId, {
        legal_name: 'Acme GmbH',
        line1: 'Hauptstr. 1',
        city: 'Town',
        postal_code: '10115',
        region: extra.region ?? null,
        country,
        tax_id_type: extra.taxId === undefined ? null : 'eu_vat',
        tax_id: extra.taxId ?? null,
      });
    await world.card(tenantId);
    return { tenantId, orgId };
  }
  const install = (month: string, of: { tenantId: string; orgId: string; currency?: string }) =>
    world.billing.activate({ activatedAt: new Date(`${month}-01T00:00:00Z`), ...of });
  const taxGaps = async (month: string) =>
    (await world.get(ClosePreview).of(month)).gaps.filter(({ code }) => code !== 'card');
  const ends = async (month: string) =>
    world.billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($1::date), reported_ended_at = ended_at, closed_by_event = gen_random_uuid()
       where ended_at is null and started_at >= $1::date`,
      [`${month}-01`],
    );

  it('is added by the table, is owed to the authorities and is never divided with authors', async () => {
    const month = '2013-02';
    await world.policy('tax', { provider: 'table', table: RATES }, new Date(`${month}-01T00:00:00Z`));
    const [german, business, quebec, american, unknown] = [
      await tenant('DE'),
      await tenant('DE', { taxId: 'DE136695976' }),
      await tenant('CA', { region: 'QC' }),
      await tenant('US'),
      await tenant(null),
    ];
    for (const one of [german, german, german, business, quebec, american, unknown]) await install(month, one);
    await ends(month);
    await world.closeMonth(month);
    const invoice = (of: { tenantId: string }) => world.invoiceOf(of.tenantId, month);
    expect(await invoice(german)).toMatchObject({
      subtotal_minor: '14700',
      tax_minor: '2793',
      total_minor: '17493',
      lines: [1, 2, 3].map(() => ({ amount_minor: '4900', tax_minor: '931' })),
      tax: { country: 'DE', percentage: '19.00', name: 'VAT', reverse_charge: false, reason: 'rated' },
    });
    expect(await invoice(business)).toMatchObject({
      tax_minor: '0',
      total_minor: '4900',
      tax: { tax_id: 'DE136695976', reverse_charge: true, reason: 'reverse_charge' },
    });
    expect(await invoice(quebec)).toMatchObject({ tax_minor: '734', tax: { percentage: '14.98', region: 'QC' } });
    expect(await invoice(american)).toMatchObject({ tax_minor: '0', tax: { reason: 'no_rate' } });
    expect(await invoice(unknown)).toMatchObject({ tax_minor: '0', tax: { reason: 'address_missing' } });
    expect(await world.balance('tax_payable')).toBe(2793n + 734n);
    expect(await world.balance('tenant_receivable')).toBe(7n * 4900n + 2793n + 734n);
    await world.get(ChargeInvoice).execute((await invoice(german)).id);
    expect((await invoice(german)).payments).toMatchObject([{ state: 'succeeded', amount_minor: '17493' }]);
    expect(await world.balance('author_payable', german.orgId)).toBe(3n * 3430n);
    expect(await world.proves()).toBe(true);

    // Printed data does not change with the tenant's address.
    const revision = (await world.get(SetBillingDetails).get(operatorOf(german.tenantId), german.tenantId)).revision;
    const elsewhere = {
      legal_name: 'Elsewhere Inc',
      line1: 'Main St 1',
      city: 'Town',
      postal_code: '1',
      region: null,
      country: 'US',
      tax_id_type: null,
      tax_id: null,
    };
    await world.get(SetBillingDetails).execute(operatorOf(german.tenantId), german.tenantId, elsewhere, revision);
    expect((await invoice(german)).tax).toMatchObject({ country: 'DE', legal_name: 'Acme GmbH' });
  });

  it('is domestic in the seller’s own country and for a tax id that is not valid, whoever saved it', async () => {
    const month = '2013-03';
    await world.policy('operator_identity', { ...SELLER, country: 'DE' });
    const [domestic, wrong, abroad] = [
      await tenant('DE', { taxId: 'DE136695976' }),
      await tenant('FR'),
      await tenant('FR', { taxId: 'fr 40 303 265 045' }),
    ];
    await world.billing.owner.query(
      `update billing.billing_details set tax_id_type = 'eu_vat', tax_id = 'FR12345678901' where tenant_id = $1`,
      [wrong.tenantId],
    );
    for (const one of [domestic, wrong, abroad]) await install(month, one);
    await ends(month);
    expect((await taxGaps(month)).map(({ id, code }) => [id, code])).toEqual([[wrong.tenantId, 'tax_id_invalid']]);
    await world.closeMonth(month);
    const rated = { tax_minor: '931', tax: { reverse_charge: false, reason: 'rated' } };
    expect(await world.invoiceOf(domestic.tenantId, month)).toMatchObject(rated);
    expect(await world.invoiceOf(wrong.tenantId, month)).toMatchObject({ ...rated, tax_minor: '980' });
    expect(await world.invoiceOf(abroad.tenantId, month)).toMatchObject({
      tax_minor: '0',
      tax: { tax_id: 'FR40303265045', reverse_charge: true },
    });
    await world.policy('operator_identity', SELLER);
  });

  it('does not let a month close without a seller, and names who has no address', async () => {
    const month = '2013-04';
    await world.policy('operator_identity', { legal_name: null, address: null, country: null, tax_id: null });
    const unknown = await tenant(null);
    await install(month, unknown);
    await ends(month);
    await expect(world.closeMonth(month)).rejects.toMatchObject({ code: 'seller_not_set', status: 409 });
    expect(await world.get(MonthClose).get(month)).toMatchObject({
      state: 'open',
      can_close: false,
      blocked_by: [{ code: 'seller_not_set' }],
    });
    expect(await taxGaps(month)).toMatchObject([
      { id: 'operator_identity', code: 'seller_not_set', name: 'Operator on documents' },
      { id: unknown.tenantId, code: 'address_missing' },
    ]);
    await world.policy('operator_identity', SELLER);
    await world.closeMonth(month);
    expect(await world.get(MonthClose).get(month)).toMatchObject({ state: 'closed', blocked_by: [] });
  });

  it.each<[tax: string, from: string, rate: string, to: string, stated: string]>([
    ['931', 'eur', '1.3275', 'usd', '1236'],
    // 9.31 x 1.0005371643 is 9.315 and a bit, 9.31 x 1.00053 a bit less.
    ['931', 'eur', '1.0005371644', 'usd', '932'],
    ['931', 'eur', '1.00053', 'usd', '931'],
    // Exactly a half goes up.
    ['100', 'eur', '0.005', 'usd', '1'],
    ['100', 'eur', '0.0049999999', 'usd', '0'],
    // No decimals, three decimals, and from one to the other.
    ['1000', 'jpy', '0.0061', 'eur', '610'],
    ['1', 'jpy', '0.0049', 'eur', '0'],
    ['1', 'jpy', '0.005', 'eur', '1'],
    ['931', 'eur', '163.055', 'jpy', '1518'],
    ['5710', 'kwd', '3.0055', 'eur', '1716'],
    ['5', 'kwd', '1', 'eur', '1'],
    ['4', 'kwd', '1', 'eur', '0'],
    ['1', 'eur', '0.3', 'kwd', '3'],
    ['1', 'kwd', '512.4', 'jpy', '1'],
    ['1', 'jpy', '0.0019', 'kwd', '2'],
    ['0', 'eur', '1.3275', 'usd', '0'],
    ['9007199254740993', 'eur', '999999999.9999999999', 'jpy', '90071992547409929990993'],
  ])('of %s %s at %s %s is stated as %s', async (tax, from, rate, to, stated) => {
    const details = JSON.stringify({ seller_currency: to, rate, rate_date: '2013-07-01' });
    const sql = 'select billing.vat_stated($1, $2, $3)::text';
    expect(await world.billing.db.value<string>(sql, [tax, details, from])).toBe(stated);
  });

  it('refuses a tax id of another country, of another type, or with wrong check digits', async () => {
    for (const taxId of ['DE000000000', 'XX12', 'ZZZZ', 'FR40303265045', 'US123'])
      await expect(tenant('DE', { taxId })).rejects.toMatchObject({
        code: 'tax_id_invalid',
        details: [{ pointer: '/tax_id' }],
      });
    await expect(tenant('US', { taxId: 'DE136695976' })).rejects.toMatchObject({ code: 'tax_id_invalid' });
  });

  it('is requested from Stripe once per invoice, booked, and recorded when the invoice is final', async () => {
    const month = '2013-05';
    await world.policy('tax', { provider: 'stripe_tax', table: [] }, new Date(`${month}-01T00:00:00Z`));
    const [german, business] = [await tenant('DE'), await tenant('DE', { taxId: 'DE136695976' })];
    for (const one of [german, business]) await install(month, one);
    await ends(month);
    const asked = jest.spyOn(world.get(TaxGateway), 'calculate');
    // The first response arrives, the second call fails: the close runs again, as in the worker.
    asked.mockImplementationOnce(() => Promise.reject(new Error('cut')));
    await expect(world.closeMonth(month)).rejects.toThrow('cut');
    await world.closeMonth(month);
    const invoice = await world.invoiceOf(german.tenantId, month);
    expect(invoice).toMatchObject({
      tax_minor: '931',
      total_minor: '5831',
      tax: { reason: 'standard_rated', percentage: '19.00' },
    });
    expect(await world.invoiceOf(business.tenantId, month)).toMatchObject({
      tax_minor: '0',
      tax: { reverse_charge: true },
    });
    const recorded = () =>
      world.billing.db.query<{ tax_calculation_id: string; tax_transaction_id: string | null }>(
        'select tax_calculation_id, tax_transaction_id from billing.invoices where id = $1',
        [invoice.id],
      );
    expect(await recorded()).toMatchObject([{ tax_transaction_id: null }]);
    const record = jest.spyOn(world.get(TaxGateway), 'record');
    await world.get(RecordTax).execute(invoice.id);
    await world.get(RecordTax).execute(invoice.id);
    expect(record).toHaveBeenCalledTimes(1);
    expect((await recorded())[0]!.tax_transaction_id).toMatch(/^tax_/);
  });

  describe('recorded by the provider', () => {
    let month = '2013-06';
    /** An issued invoice with tax computed by Stripe: 4900 + 931. */
    async function taxed() {
      const of = await tenant('DE');
      const [year, number] = month.split('-').map(Number) as [number, number];
      month = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
      await install(month, of);
      await ends(month);
      await world.closeMonth(month);
      return { ...of, invoice: await world.invoiceOf(of.tenantId, month) };
    }
    const reversals = (invoiceId: string) =>
      world.billing.db.query<{
        net: string;
        tax: string;
        state: string;
        transaction_id: string | null;
        problem: string | null;
      }>(
        'select net, tax, state, transaction_id, problem from billing.tax_reversals where invoice_id = $1 order by created_at, credit_note_id',
        [invoiceId],
      );
    const creditNotes = async (invoiceId: string) =>
      (await world.get(CreditNotes).ofInvoice(invoiceId)).map(({ id, tax_reversal }) => ({ id, tax_reversal }));
    const reverse = (creditNoteId: string) => world.get(ReverseTax).execute(creditNoteId);
    async function refund(invoiceId: string, amountMinor?: bigint): Promise<string> {
      const { refundId } = await world.get(IssueRefund).execute(FINANCE, {
        invoiceId,
        scope: amountMinor === undefined ? { kind: 'full' } : { kind: 'amount', amountMinor },
        reason: 'service_failure',
        note: 'It did not work.',
      });
      await world.get(SendRefund).execute(refundId);
      return (await creditNotes(invoiceId)).at(-1)!.id;
    }
    /** Total of one tax transaction and its reversals in the provider's report. */
    async function reported(invoiceId: string): Promise<[net: number, tax: number]> {
      const rows = await world.billing.owner.query<{ net: string; tax: string }>(
        `select sum((item->>'amount')::bigint) as net, sum((item->>'amount_tax')::bigint) as tax
         from stripe_sandbox.objects o, jsonb_array_elements(o.private->'items') item
         where o.kind = 'tax.transaction' and (o.data->>'reference' = 'inv_' || $1 or o.data->>'reference' like 'cn_%_' || $1)`,
        [invoiceId],
      );
      return [Number(rows.rows[0]!.net), Number(rows.rows[0]!.tax)];
    }

    it('is reversed with refunds in exact parts, to zero when everything was refunded', async () => {
      const { invoice } = await taxed();
      await world.get(ChargeInvoice).execute(invoice.id);
      const first = await refund(invoice.id, 1_000n);
      expect(await creditNotes(invoice.id)).toEqual([{ id: first, tax_reversal: 'due' }]);
      // The sale is not recorded yet, so it is recorded before it is reversed.
      await reverse(first);
      // 1000 × 931 / 5831 = 159.67.
      expect(await reversals(invoice.id)).toMatchObject([{ net: '840', tax: '160', state: 'reversed' }]);
      expect(await reported(invoice.id)).toEqual([4_060, 771]);
      await reverse(await refund(invoice.id));
      expect(await reported(invoice.id)).toEqual([0, 0]);
      expect((await creditNotes(invoice.id)).map((one) => one.tax_reversal)).toEqual(['reversed', 'reversed']);
    });

    it('is reversed completely and once by two concurrent workers and after a lost connection', async () => {
      const { invoice } = await taxed();
      await world.get(ChargeInvoice).execute(invoice.id);
      await world.get(RecordTax).execute(invoice.id);
      const note = await refund(invoice.id);
      const gateway = world.get(TaxGateway);
      const send = gateway.reverse.bind(gateway);
      jest.spyOn(gateway, 'reverse').mockImplementationOnce(async (input) => {
        await send(input);
        throw new AppError(stripeErrors.payment_provider_unavailable);
      });
      await expect(reverse(note)).rejects.toMatchObject({ code: 'payment_provider_unavailable' });
      expect(await reversals(invoice.id)).toMatchObject([{ state: 'due', transaction_id: null }]);
      // The second may get the answer that the same request is running, and is called again.
      await Promise.allSettled([reverse(note), reverse(note)]);
      await reverse(note);
      expect(await reversals(invoice.id)).toMatchObject([{ net: '4900', tax: '931', state: 'reversed' }]);
      expect(await reported(invoice.id)).toEqual([0, 0]);
    });

    it('stays reversed when a slower worker gets a refusal for the same reversal', async () => {
      const { invoice } = await taxed();
      await world.get(ChargeInvoice).execute(invoice.id);
      const note = await refund(invoice.id);
      jest.spyOn(world.get(TaxGateway), 'reverse').mockImplementationOnce(async () => {
        await reverse(note);
        throw new AppError(stripeErrors.payment_provider_refused);
      });
      await reverse(note);
      expect(await reversals(invoice.id)).toMatchObject([{ state: 'reversed', problem: null }]);
    });

    it('is reversed with a cancellation before payment, and a refusal by the provider waits for a person', async () => {
      const { invoice } = await taxed();
      jest
        .spyOn(world.get(TaxGateway), 'reverse')
        .mockImplementationOnce(() => Promise.reject(new AppError(stripeErrors.payment_provider_refused)));
      const request = { invoiceId: invoice.id, reason: 'service_failure', note: 'It did not work.' } as const;
      const credit = async (scope: AdjustmentScope) =>
        (await world.get(GiveBackKind).creditNote(FINANCE, { ...request, scope })) as { creditNoteId: string };
      const { creditNoteId } = await credit({ kind: 'amount', amountMinor: 5_000n });
      await reverse(creditNoteId);
      expect(await reversals(invoice.id)).toMatchObject([{ state: 'refused', transaction_id: null }]);
      expect(await creditNotes(invoice.id)).toEqual([{ id: creditNoteId, tax_reversal: 'refused' }]);
      const again = await credit({ kind: 'full' });
      await reverse(again.creditNoteId);
      // 5831 were billed; 5000 were refunded first, with 798 of tax.
      expect(await reversals(invoice.id)).toMatchObject([
        { net: '4202', tax: '798', state: 'refused' },
        { net: '698', tax: '133', state: 'reversed', problem: null },
      ]);
    });
  });

  it('does not let a month close without a rate to the seller’s currency of one of its days or later', async () => {
    const month = '2016-01';
    const euro = { ...(await tenant('DE')), currency: 'eur' };
    await install(month, euro);
    await ends(month);
    const blocked = async () => (await world.get(MonthClose).get(month)).blocked_by.map(({ code }) => code);
    const gap = {
      ...{ code: 'vat_rate_missing', id: 'vat_currency', name: 'VAT in the currency of the seller' },
      ...{ currency: 'eur', amount_minor: '4900' },
    };
    // While nobody has decided that currency, the preview says so and nothing is refused.
    await world.policy('vat_currency', { currency: null, date: null, rates: {} });
    expect([await blocked(), (await taxGaps(month))[0]]).toEqual([[], gap]);
    await world.policy('vat_currency', VAT_IN_USD);
    const refused = async () => {
      await expect(world.closeMonth(month)).rejects.toMatchObject({ code: 'vat_rate_missing', status: 409 });
      expect(await blocked()).toEqual(['vat_rate_missing']);
      expect((await taxGaps(month))[0]).toEqual(gap);
    };
    await refused();
    // Neither the service nor anybody else begins it.
    await expect(
      world.billing.owner.query(
        `update billing.periods set state = 'closing', closing_at = now() where month = $1::date`,
        [`${month}-01`],
      ),
    ).rejects.toMatchObject({ constraint: 'periods_may_close' });
    // A rate of another currency, of the day before the month, or of a day that has not come.
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const [code, date] of [
      ['gbp', '2016-01-31'],
      ['eur', '2015-12-31'],
      ['eur', tomorrow],
    ] as const) {
      await world.policy('vat_currency', { currency: 'usd', date, rates: { [code]: '1.3275' } });
      await refused();
    }
    await world.policy('vat_currency', { currency: 'usd', date: '2016-01-01', rates: { eur: '1.3275' } });
    expect([await blocked(), await taxGaps(month)]).toEqual([[], []]);
    await world.closeMonth(month);
    const [invoice] = await world.billing.db.query<{ details: object }>(
      'select tax_details as details from billing.invoices where month = $1::date',
      [`${month}-01`],
    );
    // Not of a later one.
    await world.policy('vat_currency', { currency: 'usd', date: '2016-02-01', rates: { eur: '9' } });
    expect(invoice!.details).toMatchObject({ seller_currency: 'usd', rate: '1.3275', rate_date: '2016-01-01' });
    await world.policy('vat_currency', VAT_IN_USD);
  });

  it('requires the tenant’s billing address before a paid install', async () => {
    const gate = new SavedCardGate(
      world.get(CustomersRepository),
      world.get(TenantSuspensionsRepository),
      world.get(Policies),
    );
    const refusals = (tenantId: string) => world.billing.transactor.run((tx) => gate.refusals(tx, { tenantId }));
    expect(await refusals((await tenant(null)).tenantId)).toMatchObject([{ code: 'billing_details_required' }]);
    expect(await refusals((await tenant('DE')).tenantId)).toEqual([]);
  });

  it('uses billing details that are written once when two operators save concurrently; the other gets both values', async () => {
    const details = world.get(SetBillingDetails);
    const address = { line1: 'Main St 1', city: 'Town', postal_code: '1', region: null, country: 'US' };
    const write = (tenantId: string, name: string, revision: string | undefined) =>
      details.execute(
        operatorOf(tenantId),
        tenantId,
        { ...address, legal_name: name, tax_id_type: null, tax_id: null },
        revision,
      );
    for (const tenantId of [(await tenant('DE')).tenantId, (await tenant(null)).tenantId]) {
      const { revision } = await details.get(operatorOf(tenantId), tenantId);
      const names = ['One', 'Two', 'Three'];
      const results = await Promise.allSettled(names.map((name) => write(tenantId, name, revision || undefined)));
      const winner = names[results.findIndex(({ status }) => status === 'fulfilled')]!;
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const now = await details.get(operatorOf(tenantId), tenantId);
      expect(now).toMatchObject({ legal_name: winner });
      for (const [i, one] of results.entries())
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({
            code: 'changed_meanwhile',
            status: 409,
            details: [
              { pointer: '/legal_name', code: 'now', message: `Now: “${winner}”.` },
              { pointer: '/legal_name', code: 'you', message: `You wrote: “${names[i]}”.` },
              { pointer: '/revision', message: now.revision },
              { pointer: '/revision', code: 'changed_by', message: 'you' },
              { pointer: '/revision', code: 'changed_at' },
            ],
          });
      await write(tenantId, 'Decided', now.revision);
      await expect(write(tenantId, 'Late', now.revision)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    }
  });
});
