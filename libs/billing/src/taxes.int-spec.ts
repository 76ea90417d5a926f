import { randomUUID } from 'node:crypto';
import { TaxGateway } from '@portal/stripe-gateway';
import { CollectingWorld, operatorOf } from '../../../test/support/collecting.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CustomersRepository } from './persistence/customers.repository.js';
import { SuspensionsRepository } from './persistence/suspensions.repository.js';
import { Policies } from './policies.js';
import { RecordTax } from './record-tax.js';
import { SavedCardGate } from './saved-card-gate.js';
import { SetBillingDetails } from './set-billing-details.js';

const RATES = [
  { country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: true },
  { country: 'CA', region: 'QC', basis_points: 1498, name: 'GST and QST', reverse_charge: false },
];

describe('tax on invoices', () => {
  let world: CollectingWorld;
  beforeAll(async () => {
    world = await CollectingWorld.start();
  });
  afterAll(() => world.stop());
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
  const install = (month: string, of: { tenantId: string; orgId: string }) =>
    world.billing.activate({ activatedAt: new Date(`${month}-01T00:00:00Z`), ...of });
  const ends = async (month: string) =>
    world.billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($1::date), reported_ended_at = ended_at, closed_by_event = gen_random_uuid()
       where ended_at is null and started_at >= $1::date`,
      [`${month}-01`],
    );

  it('comes on top by the table, is owed to the authorities and never divided with authors', async () => {
    const month = '2013-02';
    await world.policy('tax', { provider: 'table', table: RATES }, new Date(`${month}-01T00:00:00Z`));
    const [german, business, quebec, american, unknown] = [
      await tenant('DE'),
      await tenant('DE', { taxId: 'DE123456789' }),
      await tenant('CA', { region: 'QC' }),
      await tenant('US'),
      await tenant(null),
    ];
    for (const one of [german, business, quebec, american, unknown]) await install(month, one);
    await ends(month);
    await world.close(month);
    const invoice = (of: { tenantId: string }) => world.invoiceOf(of.tenantId, month);
    expect(await invoice(german)).toMatchObject({
      subtotal_minor: '4900',
      tax_minor: '931',
      total_minor: '5831',
      tax: { country: 'DE', percentage: '19.00', name: 'VAT', reverse_charge: false, reason: 'rated' },
    });
    expect(await invoice(business)).toMatchObject({
      tax_minor: '0',
      total_minor: '4900',
      tax: { tax_id: 'DE123456789', reverse_charge: true, reason: 'reverse_charge' },
    });
    expect(await invoice(quebec)).toMatchObject({ tax_minor: '734', tax: { percentage: '14.98', region: 'QC' } });
    expect(await invoice(american)).toMatchObject({ tax_minor: '0', tax: { reason: 'no_rate' } });
    expect(await invoice(unknown)).toMatchObject({ tax_minor: '0', tax: { reason: 'address_missing' } });
    expect(await world.balance('tax_payable')).toBe(931n + 734n);
    expect(await world.balance('tenant_receivable')).toBe(5n * 4900n + 931n + 734n);
    await world.get(ChargeInvoice).execute((await invoice(german)).id);
    expect((await invoice(german)).payments).toMatchObject([{ state: 'succeeded', amount_minor: '5831' }]);
    expect(await world.balance('author_payable', german.orgId)).toBe(3430n);
    expect(await world.proves()).toBe(true);

    // What was printed stays, whatever the tenant's address becomes.
    await world.get(SetBillingDetails).execute(operatorOf(german.tenantId), german.tenantId, {
      legal_name: 'Elsewhere Inc',
      line1: 'Main St 1',
      city: 'Town',
      postal_code: '1',
      region: null,
      country: 'US',
      tax_id_type: null,
      tax_id: null,
    });
    expect((await invoice(german)).tax).toMatchObject({ country: 'DE', legal_name: 'Acme GmbH' });
    const { id } = await invoice(german);
    for (const change of [`tax = 0`, `tax_details = '{}'`, `tax_calculation_id = 'x'`])
      await expect(
        world.billing.owner.query(`update billing.invoices set ${change} where id = $1`, [id]),
      ).rejects.toThrow(/billing:/);
  });

  it('by Stripe: asked once per invoice, booked, and recorded when the invoice is final', async () => {
    const month = '2013-03';
    await world.policy('tax', { provider: 'stripe_tax', table: [] }, new Date(`${month}-01T00:00:00Z`));
    const [german, business] = [await tenant('DE'), await tenant('DE', { taxId: 'DE123456789' })];
    for (const one of [german, business]) await install(month, one);
    await ends(month);
    const asked = jest.spyOn(world.get(TaxGateway), 'calculate');
    // The first answer arrives, the second call dies: the close is run again, as the worker would.
    asked.mockImplementationOnce(() => Promise.reject(new Error('cut')));
    await expect(world.close(month)).rejects.toThrow('cut');
    await world.close(month);
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
    const transactionId = (await recorded())[0]!.tax_transaction_id!;
    expect(transactionId).toMatch(/^tax_/);
    const reversal = { transactionId, reference: 'refund_1', idempotencyKey: randomUUID() };
    const part = await world.get(TaxGateway).reverse({ ...reversal, amountMinor: 1_000n });
    expect(part.transactionId).not.toBe(transactionId);
    expect(await world.get(TaxGateway).reverse({ ...reversal, amountMinor: 1_000n })).toEqual(part);
  });

  it('a paid install needs to know where the tenant is billed, once there is a tax', async () => {
    const gate = new SavedCardGate(
      world.get(CustomersRepository),
      world.get(SuspensionsRepository),
      world.get(Policies),
    );
    const may = (tenantId: string) => world.billing.transactor.run((tx) => gate.assertMayInstall(tx, { tenantId }));
    await expect(may((await tenant(null)).tenantId)).rejects.toMatchObject({ code: 'billing_details_required' });
    await expect(may((await tenant('DE')).tenantId)).resolves.toBeUndefined();
  });

  it('billing details are the operators’ own', async () => {
    const { tenantId } = await tenant('DE');
    const details = world.get(SetBillingDetails);
    expect(await details.get(operatorOf(tenantId), tenantId)).toMatchObject({ country: 'DE' });
    await expect(details.get(operatorOf(randomUUID()), tenantId)).rejects.toMatchObject({ code: 'tenant_not_found' });
  });
});
