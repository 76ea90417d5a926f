import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PaidInstallGate } from '@portal/installs';
import { hostToken } from '../../../../../test/support/http/host-token.js';
import type { TestApp } from '../../../../../test/support/http/http-app.js';
import { CollectingWorld, operatorOf } from '../../../../../test/support/money/collecting.js';
import { sandboxStripe } from '../../../../../test/support/money/sandbox-control.js';
import { SetBillingDetails } from '../../cards/set-billing-details.js';
import { OperatorFacts } from '../../operator-notices/operator-facts.repository.js';
import { OPERATOR_NOTICES } from '../../operator-notices/operator-notices.js';
import { CollectDue } from '../collect-due.js';
import { PayInvoice } from '../pay-invoice.js';
import { ClosePreview } from '../../invoicing/read/close-preview.js';
import { Invoices } from '../../invoicing/read/invoices.js';

const PRICE = 4_900n;
const SHARE = 3_430n;

describe('a tenant whose host pays', () => {
  const world = CollectingWorld.forTests();
  let app: TestApp;
  let host: string;
  let finance: string;
  beforeAll(async () => {
    app = await world.http();
    host = await hostToken(app);
    finance = await app.demo('finance-preparer');
  });

  const call = <T = Record<string, unknown>>(method: 'GET' | 'PUT' | 'POST', url: string, body?: object, as = host) =>
    app.call<T>({ method, url: `/api/v1${url}`, ...(body && { body }), as });
  const payer = (tenantId: string, body: object) => call('PUT', `/host/tenants/${tenantId}/payer`, body);
  const tenant = async (): Promise<string> => {
    const id = randomUUID();
    await world.operator(id);
    return id;
  };
  const get = (id: string) => world.get(Invoices).get(id);
  const refusals = async (tenantId: string) =>
    (await world.billing.transactor.run((tx) => world.get(PaidInstallGate).refusals(tx, { tenantId }))).map(
      ({ code }) => code,
    );
  const proposed = (id: string, reference = 'RF18 5390 0754') =>
    call<{ id: string }>(
      'POST',
      `/finance/invoices/${id}/host-payment`,
      { reference, reason: 'On the statement of our bank.' },
      finance,
    );
  /** An issued invoice that the host collects. */
  const collected = async () => {
    const invoice = await world.issued([{ amountMinor: PRICE }]);
    await world.operator(invoice.tenantId);
    expect(await payer(invoice.tenantId, { collected_by: 'host' })).toMatchObject({
      status: 200,
      data: { collected_by: 'host', ready: true },
    });
    return invoice;
  };

  it.each([
    [{ collected_by: 'nobody' }, 400],
    [{ collected_by: 'host', customer: 'cus_1' }, 400],
    [{ customer: 'cus_1' }, 400],
    [{ collected_by: 'portal', customer: 'acct_1' }, 400],
  ])('refuses %j', async (body, status) => {
    expect((await payer(await tenant(), body)).status).toBe(status);
  });

  it('is set by a token of the host that may write billing, for a tenant that exists', async () => {
    const tenantId = await tenant();
    const set = (as: string) => call('PUT', `/host/tenants/${tenantId}/payer`, { collected_by: 'host' }, as);
    expect((await set(await hostToken(app, ['tenants:write', 'billing:read']))).error).toBe('token_scope_missing');
    expect((await set(await app.demo('admin'))).error).toBe('host_token_required');
    expect(await payer(randomUUID(), { collected_by: 'host' })).toMatchObject({
      status: 404,
      error: 'tenant_not_found',
    });
    expect((await call('GET', `/host/tenants/${tenantId}/payer`)).data).toMatchObject({
      ...{ collected_by: 'portal', customer: null, ready: false },
    });
  });

  it('needs no card, is not charged or suspended, and pays by the host', async () => {
    const invoice = await collected();
    expect(await refusals(invoice.tenantId)).toEqual([]);
    await world.live(60);
    expect(await get(invoice.id)).toMatchObject({
      state: 'open',
      payments: [],
      next_retry_at: null,
      collected_by: 'host',
    });
    await expect(world.get(PayInvoice).execute(operatorOf(invoice.tenantId), invoice.id)).rejects.toMatchObject({
      code: 'host_collects',
    });
    const words = async (type: string) =>
      (await OPERATOR_NOTICES.find(({ event }) => event.type === type)!.notice(
        { invoice_id: invoice.id },
        world.get(OperatorFacts),
      ))!.words[1];
    expect(await words('invoice.issued')).toContain('The host platform collects it.');
    expect(await words('invoice.paid')).toContain('The host platform paid');
    const list = await call<{ items: { id: string }[] }>('GET', '/host/invoices?state=open&limit=100');
    expect(list.data.items.map(({ id }) => id)).toContain(invoice.id);
    expect((await call('GET', `/host/invoices/${invoice.id}/pdf`)).status).toBe(200);
    const foreign = await world.issued([{ amountMinor: PRICE }]);
    expect(await call('GET', `/host/invoices/${foreign.id}/pdf`)).toMatchObject({ status: 404 });

    const before = await world.balances();
    const made = await proposed(invoice.id);
    expect(made.status).toBe(201);
    expect((await get(invoice.id)).state).toBe('open');
    await world.approve(made.data.id);
    expect(await get(invoice.id)).toMatchObject({ state: 'paid', payments: [], host_reference: 'RF18 5390 0754' });
    const after = await world.balances();
    const moved = (name: string) => BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0);
    const author = invoice.lines[0]!.orgId!;
    expect(moved('bank:usd')).toBe(PRICE);
    expect(moved('tenant_receivable:usd')).toBe(-PRICE);
    expect(moved('stripe_balance:usd')).toBe(0n);
    expect([moved(`author_pending:${author}:usd`), moved(`author_payable:${author}:usd`)]).toEqual([-SHARE, SHARE]);
    expect(await world.proves()).toBe(true);
    expect(await world.billing.events('invoice.paid')).toContainEqual({ invoice_id: invoice.id, month: invoice.month });
    expect(await proposed(invoice.id)).toMatchObject({ status: 409, error: 'invoice_not_payable' });
    expect(
      await call('POST', `/finance/invoices/${invoice.id}/refund-preview`, { scope: 'full' }, finance),
    ).toMatchObject({
      status: 409,
      error: 'invoice_not_paid',
    });
  });

  it('is marked as paid only for what is open then, and only where the host collects', async () => {
    const invoice = await collected();
    const { data } = await proposed(invoice.id);
    await payer(invoice.tenantId, { collected_by: 'portal' });
    await expect(world.approve(data.id)).rejects.toMatchObject({ code: 'host_does_not_collect' });
    await world.get(CollectDue).execute();
    expect(await get(invoice.id)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded' }],
      host_reference: null,
    });
    const foreign = await world.issued([{ amountMinor: PRICE }]);
    expect(await proposed(foreign.id)).toMatchObject({ status: 409, error: 'host_does_not_collect' });
    expect(await proposed(randomUUID())).toMatchObject({ status: 404, error: 'invoice_not_found' });
    expect((await proposed(foreign.id, 'x')).status).toBe(400);
  });

  it('is not paid by the application alone, nor is money at the bank booked without two people', async () => {
    const invoice = await collected();
    const paid = `update billing.invoices set state = 'paid', paid_at = platform.portal_now() where id = $1`;
    await expect(world.billing.db.query(paid, [invoice.id])).rejects.toMatchObject({
      constraint: 'invoices_as_agreed',
    });
    await expect(
      world.billing.db.query(
        `insert into billing.host_payments (invoice_id, amount, currency, reference, approval_id) values ($1, $2, 'usd', 'RF18', $3)`,
        [invoice.id, PRICE.toString(), randomUUID()],
      ),
    ).rejects.toMatchObject({ constraint: 'host_payments_by_approval' });
    for (const key of [`pay:host:${invoice.id}`, 'pay:ch_alone']) {
      const legs = (['bank', 'tenant_receivable'] as const).map((code, at) => {
        return { account: { code, currency: 'usd' }, amountMinor: at === 0 ? PRICE : -PRICE };
      });
      const posting = { kind: 'invoice_paid', idempotencyKey: key, sourceType: 'invoice', sourceId: invoice.id, legs };
      await expect(
        world.billing.transactor.run((tx) => world.ledger.post(tx, { ...posting, effectiveAt: tx.now })),
      ).rejects.toMatchObject({ constraint: 'ledger_paid_by_host' });
    }
  });

  it('is no gap of a close', async () => {
    const tenantId = await tenant();
    const now = (await world.now()).toISOString().slice(0, 7);
    await world.billing.activate({ activatedAt: new Date(`${now}-01T00:00:00Z`), tenantId });
    const gaps = async () => (await world.get(ClosePreview).of(now)).gaps.filter(({ id }) => id === tenantId);
    expect(await gaps()).toHaveLength(1);
    await payer(tenantId, { collected_by: 'host' });
    expect(await gaps()).toEqual([]);
  });

  it('has an address from the host, as docs/host-api.md says, which replaces none that an operator entered', async () => {
    const tenantId = await tenant();
    const path = `/host/tenants/${tenantId}/billing-details`;
    const said = /TENANT\/billing-details[\s\S]*?-d '(\{[\s\S]*?\})'/.exec(
      readFileSync('docs/host-api.md', 'utf8'),
    )![1]!;
    const details = JSON.parse(said) as Record<string, string>;
    for (let time = 0; time < 2; time += 1)
      expect(await call('PUT', path, details)).toMatchObject({
        status: 200,
        data: { ...details, given: true, tax_id_check: 'by_form' },
      });
    const moved = { ...details, line1: 'Street 2' };
    const refused = await call('PUT', path, moved);
    expect(refused).toMatchObject({ status: 409, error: 'changed_meanwhile' });
    const { revision } = (await call<{ revision: string }>('PUT', path, details)).data;
    expect(await call('PUT', path, { ...moved, revision })).toMatchObject({ data: { line1: 'Street 2' } });
    expect(await call('PUT', path, { ...moved, tax_id: 'DE000000000' })).toMatchObject({ status: 422 });
    expect(await call('PUT', `/host/tenants/${randomUUID()}/billing-details`, details)).toMatchObject({ status: 404 });
    expect((await call('PUT', path, details, await app.demo('admin'))).error).toBe('host_token_required');
    // The door of operators stays closed for who works for the host and operates another tenant.
    const both = operatorOf(await tenant());
    const host = { ...both, roles: [...both.roles, { role: 'host' as const, scopeId: null }] };
    const behind = world.get(SetBillingDetails);
    for (const attempt of [behind.save(host, tenantId, details as never), behind.get(host, tenantId)])
      await expect(attempt).rejects.toMatchObject({ code: 'tenant_not_found' });
  });

  it('buys with a customer of the same payment account, whose default card is charged', async () => {
    const stripe = sandboxStripe(world.sandbox);
    const customer = await stripe.customers.create({ name: 'Acme at the host' });
    const tenantId = await tenant();
    const asked = /tenants\/\$TENANT\/payer[\s\S]*?-d '(\{.*\})'/.exec(readFileSync('docs/host-api.md', 'utf8'))![1]!;
    const named = JSON.parse(asked.replace('cus_...', customer.id)) as object;
    expect(named).toEqual({ collected_by: 'portal', customer: customer.id });
    expect(await refusals(tenantId)).toEqual(['payment_method_required']);
    expect(await payer(tenantId, { ...named, customer: 'cus_nobody' })).toMatchObject({
      ...{ status: 422, error: 'payer_customer_unknown' },
    });
    expect(await payer(tenantId, named)).toMatchObject({ status: 422, error: 'payer_customer_no_card' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    for (let time = 0; time < 2; time += 1) {
      expect(await payer(tenantId, named)).toMatchObject({
        status: 200,
        data: { customer: customer.id, brand: 'visa', last4: '4242', ready: true, collected_by: 'portal' },
      });
    }
    expect(await refusals(tenantId)).toEqual([]);
    expect(await payer(await tenant(), named)).toMatchObject({ status: 409, error: 'payer_customer_taken' });
    const other = await stripe.customers.create({ name: 'Another' });
    const settings = {
      default_payment_method: (await stripe.paymentMethods.attach('pm_card_visa', { customer: other.id })).id,
    };
    await stripe.customers.update(other.id, { invoice_settings: settings });
    expect(await payer(tenantId, { ...named, customer: other.id })).toMatchObject({
      ...{ status: 409, error: 'payer_customer_set' },
    });
    const month = await world.billing.activate({ activatedAt: new Date('2031-01-01T00:00:00Z'), tenantId });
    await world.closeMonth('2031-01');
    await world.get(CollectDue).execute();
    expect(await world.invoiceOf(month.tenantId, '2031-01')).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded' }],
    });
  });
});
