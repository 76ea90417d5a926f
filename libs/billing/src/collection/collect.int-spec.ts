import { randomUUID } from 'node:crypto';
import { Ledger } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { PaymentGateway } from '@portal/stripe-gateway';
import { createSandbox, type Sandbox } from '../../../../apps/stripe-sandbox/src/sandbox.js';
import { BillingFixture, FINANCE } from '../../../../test/support/money/billing.js';
import { createTestDatabase } from '../../../../test/support/database/database.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CloseMonth } from '../invoicing/close-month.js';
import { CollectDue } from './collect-due.js';
import { Invoices } from '../invoicing/read/invoices.js';
import { PaymentMethod } from '../cards/payment-method.js';
import { TenantStatus } from '../invoicing/read/tenant-status.js';
import { RequestClose } from '../invoicing/request-close.js';
import { SavePaymentMethod } from '../cards/save-payment-method.js';
import { SettleCharge } from './settle-charge.js';
import { SuspendTenants } from './suspend-tenants.js';
import { controlSandbox } from '../../../../test/support/money/sandbox-control.js';

const HOUR_MS = 3_600_000;
const PRICE = 4900n;
const SHARE = 3430n;

describe('collecting through the real SDK and the sandbox', () => {
  let sandbox: Sandbox;
  let billing: BillingFixture;
  let ledger: Ledger;
  let gateway: PaymentGateway;

  beforeAll(async () => {
    const database = await createTestDatabase();
    sandbox = await createSandbox({ databaseUrl: database.url });
    billing = await BillingFixture.start({ STRIPE_API_BASE: sandbox.url }, database);
    ledger = billing.get(Ledger);
    gateway = billing.get(PaymentGateway);
  });
  afterAll(async () => {
    await sandbox.close();
    await billing.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const control = (path: string, body: object) => controlSandbox(sandbox.url, path, body);
  const fault = (kind: string, times = 1) => control('/faults', { kind, path: '/v1/payment_intents', times });
  const later = async (ms: number): Promise<void> => {
    await billing.advance(ms);
    await control('/clock', { advance_ms: ms });
  };
  const operator = (tenantId: string): Actor => ({
    ...FINANCE,
    name: 'Olga Operator',
    email: 'olga@example.com',
    roles: [{ role: 'operator', scopeId: tenantId }],
  });
  const card = (tenantId: string, paymentMethod = 'pm_card_visa') =>
    billing.get(SavePaymentMethod).execute(operator(tenantId), tenantId, paymentMethod);

  let month = 0;
  /** A tenant with an issued invoice for one whole month of one install. */
  const issued = async (paymentMethod: string | null = 'pm_card_visa') => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    if (paymentMethod !== null) await card(tenantId, paymentMethod);
    const text = `20${String(10 + Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`;
    month += 1;
    const startedAt = new Date(`${text}-01T00:00:00Z`);
    await billing.activate({ activatedAt: startedAt, tenantId, orgId });
    // Ends the install, so that later months of this test do not bill it.
    await billing.owner.query(
      `update billing.install_segments set ended_at = billing.month_end($2::date), reported_ended_at = ended_at, closed_by_event = gen_random_uuid() where tenant_id = $1`,
      [tenantId, `${text}-01`],
    );
    await billing.get(RequestClose).execute(FINANCE, text);
    await billing.get(CloseMonth).execute(text);
    const [invoice] = (await billing.get(Invoices).list({ tenantIds: [tenantId], limit: 1 })).items;
    return { tenantId, orgId, id: invoice!.id, month: text };
  };
  const charge = (id: string) => billing.get(ChargeInvoice).execute(id);
  const get = (id: string) => billing.get(Invoices).get(id);
  const charges = (id: string) => gateway.findChargesByGroup(`inv_${id}`);
  const payable = (orgId: string) =>
    ledger.balance(billing.db, { code: 'author_payable', ownerId: orgId, currency: 'usd' });
  const paidEvents = async (id: string) => (await billing.events('invoice.paid')).filter((e) => e['invoice_id'] === id);
  const expectPaidOnce = async (invoice: { id: string; orgId: string; month: string }): Promise<void> => {
    expect(await get(invoice.id)).toMatchObject({ state: 'paid', next_retry_at: null, last_problem: null });
    expect(await charges(invoice.id)).toHaveLength(1);
    expect(await payable(invoice.orgId)).toBe(SHARE);
    expect(await paidEvents(invoice.id)).toEqual([{ invoice_id: invoice.id, month: invoice.month }]);
    expect((await ledger.proof()).ok).toBe(true);
  };

  it('moves the money: receivable to the balance, pending to payable, the fee to the platform', async () => {
    const before = await ledger.balance(billing.db, { code: 'stripe_balance', currency: 'usd' });
    const invoice = await issued();
    expect(await payable(invoice.orgId)).toBe(0n);
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    const [made] = await charges(invoice.id);
    expect(made!.feeMinor).toBeGreaterThan(0n);
    expect(await ledger.balance(billing.db, { code: 'stripe_balance', currency: 'usd' })).toBe(
      before + PRICE - made!.feeMinor,
    );
    expect(await ledger.balance(billing.db, { code: 'tenant_receivable', currency: 'usd' })).toBe(0n);
    expect(await ledger.balance(billing.db, { code: 'author_pending', ownerId: invoice.orgId, currency: 'usd' })).toBe(
      0n,
    );
    expect((await get(invoice.id)).payments).toMatchObject([
      { n: 1, state: 'succeeded', fee_minor: made!.feeMinor.toString() },
    ]);
  });

  it('settles once, reported by the answer and by the event in either order and repeatedly', async () => {
    const invoice = await issued();
    await charge(invoice.id);
    const [made] = await charges(invoice.id);
    await billing.get(SettleCharge).execute(made!.paymentIntentId);
    await Promise.all([charge(invoice.id), billing.get(SettleCharge).execute(made!.paymentIntentId)]);
    await expectPaidOnce(invoice);
  });

  it('settles by the event alone when the answer was lost', async () => {
    const invoice = await issued();
    const send = gateway.chargeOffSession.bind(gateway);
    jest.spyOn(gateway, 'chargeOffSession').mockImplementationOnce(async (input) => {
      await send(input);
      throw new Error('killed before the answer was read');
    });
    await expect(charge(invoice.id)).rejects.toThrow('killed');
    expect((await get(invoice.id)).payments).toMatchObject([{ state: 'sending' }]);
    const [made] = await charges(invoice.id);
    await billing.get(SettleCharge).execute(made!.paymentIntentId);
    await expectPaidOnce(invoice);
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
  });

  it.each([
    ['cut after it was executed', 'drop-after', 2],
    ['cut before it was executed', 'drop-before', 2],
    ['refused for speed', '429', 1],
    ['refused because a twin is running', '409', 1],
  ])('charges once when the request is %s: the same key again', async (_name, kind, times) => {
    const invoice = await issued();
    await fault(kind, times);
    expect(await charge(invoice.id)).toMatchObject({ kind: 'waiting' });
    expect((await get(invoice.id)).state).toBe('open');
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    expect((await get(invoice.id)).payments).toHaveLength(1);
  });

  it('adopts a charge whose answer was a stored 500', async () => {
    const invoice = await issued();
    await fault('500');
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
  });

  describe('a refusal that is not the payer’s fault', () => {
    it.each(['400', '404'])(
      '%s: the key is abandoned, the invoice stays open without notice, and is retried until the cause is fixed',
      async (kind) => {
        const [invoice, other] = [await issued(), await issued()];
        await fault(kind);
        expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
        const refused = await get(invoice.id);
        expect(refused).toMatchObject({ state: 'open', last_problem: null, payments: [{ state: 'void' }] });
        expect(refused.payments[0]!.problem).toContain('not possible for your platform');
        const status = await billing.get(TenantStatus).ofTenant(operator(invoice.tenantId), invoice.tenantId);
        expect(status).toMatchObject({ state: 'good', overdue: [] });
        expect(await charges(invoice.id)).toHaveLength(0);
        // Other tenants are not affected.
        await charge(other.id);
        await expectPaidOnce(other);
        // A quarter of an hour, then half an hour.
        await fault(kind);
        await later(HOUR_MS / 4);
        await billing.get(CollectDue).execute();
        await later(HOUR_MS / 4);
        await billing.get(CollectDue).execute();
        expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'void']);
        await later(HOUR_MS / 4);
        await billing.get(CollectDue).execute();
        await expectPaidOnce(invoice);
        expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'void', 'succeeded']);
      },
    );

    it('for months: nobody is suspended, and what was past due before has its days left when it is fixed', async () => {
      const invoice = await issued('pm_card_chargeCustomerFail');
      await charge(invoice.id);
      const before = await get(invoice.id);
      await later(2 * 24 * HOUR_MS);
      await fault('400', 1_000);
      await billing.get(CollectDue).execute();
      expect(await get(invoice.id)).toMatchObject({ state: 'past_due', last_problem: before.last_problem });
      await later(60 * 24 * HOUR_MS);
      await billing.get(CollectDue).execute();
      expect(await billing.get(SuspendTenants).execute()).toBe(0);
      await control('/faults/clear', {});
      await later(6 * HOUR_MS);
      await billing.get(CollectDue).execute();
      expect(await billing.get(SuspendTenants).execute()).toBe(0);
      const after = await get(invoice.id);
      const stood = 60 * 24 * HOUR_MS + 6 * HOUR_MS;
      const shifted = (text: string | null, ms: number) => new Date(new Date(text!).getTime() + ms);
      const near = (a: Date, b: string | null) => Math.abs(a.getTime() - new Date(b!).getTime()) < 10 * 60_000;
      expect(near(shifted(before.suspend_at, stood), after.suspend_at)).toBe(true);
      // Days 1 and 2 have passed, so day 3 of the calendar is next.
      expect(near(shifted(before.past_due_at, stood + 3 * 24 * HOUR_MS), after.next_retry_at)).toBe(true);
      await billing.owner.query(`update billing.invoices set next_retry_at = null where id = $1`, [invoice.id]);
    });
  });

  it('such a 400 for an existing charge: it is adopted', async () => {
    const invoice = await issued();
    const outcome = gateway.chargeOffSession.bind(gateway);
    jest.spyOn(gateway, 'chargeOffSession').mockImplementationOnce(async (input) => {
      await outcome(input);
      return { kind: 'refused', code: 'unspecified', message: 'No.', paymentIntentId: null };
    });
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    expect((await get(invoice.id)).payments).toHaveLength(1);
  });

  it('such a 400 while the provider cannot be asked whether it charged: the key is kept until it can', async () => {
    const invoice = await issued();
    await fault('400');
    await control('/faults', { kind: '500-empty', path: '/v1/charges', times: 20, method: 'GET' });
    await expect(charge(invoice.id)).rejects.toThrow();
    expect((await get(invoice.id)).payments).toMatchObject([{ state: 'sending' }]);
    await control('/faults/clear', {});
    // The stored response is repeated; now the look-up finds nothing, and the key is given up.
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    expect((await get(invoice.id)).payments).toMatchObject([{ state: 'void' }]);
    expect(await charges(invoice.id)).toHaveLength(0);
  });

  it('charges once when two workers do it concurrently', async () => {
    const invoice = await issued();
    await Promise.all([charge(invoice.id), charge(invoice.id), charge(invoice.id)]);
    await charge(invoice.id);
    await expectPaidOnce(invoice);
  });

  it('after 23 hours without an outcome looks the charge up instead of sending the key again: found', async () => {
    const invoice = await issued();
    await fault('drop-after', 2);
    await charge(invoice.id);
    await later(25 * HOUR_MS);
    const send = jest.spyOn(gateway, 'chargeOffSession');
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    expect(send).not.toHaveBeenCalled();
    await expectPaidOnce(invoice);
  });

  it('after 23 hours without an outcome looks the charge up instead of sending the key again: not found', async () => {
    const invoice = await issued();
    await fault('drop-before', 2);
    await charge(invoice.id);
    await later(25 * HOUR_MS);
    expect(await charge(invoice.id)).toMatchObject({ kind: 'waiting' });
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'succeeded']);
  });

  describe('a stuck charge: the provider knows its key for something else', () => {
    /** The key was used for another request before, so the provider refuses ours with it. */
    const stuck = async () => {
      const invoice = await issued();
      const [customer] = await billing.db.query<{ customer_id: string }>(
        'select customer_id from billing.tenant_customers where tenant_id = $1',
        [invoice.tenantId],
      );
      const answer = await post(`/v1/customers/${customer!.customer_id}`, `inv_${invoice.id}_1`, { description: 'x' });
      expect(answer.status).toBe(200);
      expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'stuck' }]);
      return invoice;
    };
    const post = (path: string, key: string, body: Record<string, string>) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': key },
      });
    const rows = (id: string) =>
      billing.db.query<{
        id: string;
        idempotency_key: string;
        sends: number;
        customer_id: string;
        payment_method_id: string;
      }>(
        'select id, idempotency_key, sends, customer_id, payment_method_id from billing.payments where invoice_id = $1 order by n',
        [id],
      );
    /** The keys with which this invoice was sent; the job also handles invoices of other tests. */
    const watchKeys = (id: string) => {
      const send = jest.spyOn(gateway, 'chargeOffSession');
      return () => [
        ...new Set(send.mock.calls.map(([sent]) => sent.idempotencyKey).filter((key) => key.startsWith(`inv_${id}`))),
      ];
    };

    it('waits until the key is forgotten: neither the sweeper, nor "pay now", nor a new card sends anything', async () => {
      const invoice = await stuck();
      const keys = watchKeys(invoice.id);
      await later(22 * HOUR_MS);
      await card(invoice.tenantId);
      await billing.get(CollectDue).execute();
      await billing.get(CollectDue).execute(invoice.tenantId);
      expect(await billing.get(ChargeInvoice).execute(invoice.id, true)).toEqual({ kind: 'settled' });
      expect(keys()).toEqual([]);
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'stuck' }]);
      expect(await charges(invoice.id)).toHaveLength(0);
      await later(2 * HOUR_MS);
      await charge(invoice.id);
      await charge(invoice.id);
      await expectPaidOnce(invoice);
    });

    it('and it did happen: the sweeper looks it up after 23 hours and adopts it, and sends nothing', async () => {
      const invoice = await stuck();
      const [payment] = await rows(invoice.id);
      // The charge of this attempt, which the first look-up did not return.
      const made = await gateway.chargeOffSession({
        idempotencyKey: randomUUID(),
        customerId: payment!.customer_id,
        paymentMethodId: payment!.payment_method_id,
        amountMinor: PRICE,
        currency: 'usd',
        transferGroup: `inv_${invoice.id}`,
        metadata: { invoice_id: invoice.id, payment_id: payment!.id },
      });
      expect(made.kind).toBe('succeeded');
      const keys = watchKeys(invoice.id);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).state).toBe('open');
      await later(25 * HOUR_MS);
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
      await billing.get(CollectDue).execute();
      await charge(invoice.id);
      expect(keys()).toEqual([]);
      await expectPaidOnce(invoice);
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'succeeded' }]);
      expect(await rows(invoice.id)).toMatchObject([{ sends: 1 }]);
    });

    it('and it did not happen: the look-up voids it, only then a new key is sent, and the tenant is charged once', async () => {
      const invoice = await stuck();
      const keys = watchKeys(invoice.id);
      await later(25 * HOUR_MS);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'void' }]);
      expect(keys()).toEqual([]);
      await Promise.all([billing.get(CollectDue).execute(), billing.get(CollectDue).execute()]);
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
      expect(keys()).toEqual([`inv_${invoice.id}_2`]);
      expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'succeeded']);
    });

    it('and the provider cannot be asked: it stays stuck, and nothing is sent until it can', async () => {
      const invoice = await stuck();
      await later(25 * HOUR_MS);
      await control('/faults', { kind: '500-empty', path: '/v1/charges', times: 20, method: 'GET' });
      const keys = watchKeys(invoice.id);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'stuck' }]);
      expect(keys()).toEqual([]);
      await control('/faults/clear', {});
      await billing.get(CollectDue).execute();
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
    });
  });

  it('follows the retry calendar after a refusal, with a new key each time, and stops', async () => {
    const invoice = await issued('pm_card_chargeCustomerFail');
    await charge(invoice.id);
    for (const days of [1, 2, 4, 7, 7, 7]) {
      const state = await get(invoice.id);
      expect(state).toMatchObject({
        state: 'past_due',
        last_problem: expect.stringMatching(/declined|decline/) as string,
      });
      expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
      expect((await get(invoice.id)).payments).toHaveLength(state.payments.length);
      await later(days * 24 * HOUR_MS);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).payments).toHaveLength(state.payments.length + 1);
    }
    expect(await get(invoice.id)).toMatchObject({ state: 'past_due', next_retry_at: null });
    const keys = await billing.db.query('select distinct idempotency_key from billing.payments where invoice_id = $1', [
      invoice.id,
    ]);
    expect(keys).toHaveLength(7);
    expect(await payable(invoice.orgId)).toBe(0n);

    // A new card collects all unpaid invoices.
    await card(invoice.tenantId);
    expect(await billing.events('payment_method.saved')).toContainEqual({ tenant_id: invoice.tenantId });
    await billing.get(CollectDue).execute(invoice.tenantId);
    await expectPaidOnce(invoice);
  });

  it('does not charge without a card, says so, and charges once there is one', async () => {
    const invoice = await issued(null);
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    expect(await get(invoice.id)).toMatchObject({ state: 'past_due', last_problem: 'no_payment_method', payments: [] });
    await card(invoice.tenantId);
    await billing.get(CollectDue).execute(invoice.tenantId);
    await expectPaidOnce(invoice);
  });

  it('resends what was sent and never answered, when nobody is sending it', async () => {
    const invoice = await issued();
    await fault('drop-after', 2);
    await charge(invoice.id);
    const attempts = () =>
      billing.db.query<{ sends: number }>('select sends from billing.payments where invoice_id = $1', [invoice.id]);
    await billing.get(CollectDue).execute();
    expect(await attempts()).toEqual([{ sends: 1 }]);
    await billing.owner.query('update billing.payments set next_send_at = clock_timestamp() where invoice_id = $1', [
      invoice.id,
    ]);
    await billing.get(CollectDue).execute();
    expect(await attempts()).toEqual([{ sends: 2 }]);
    await expectPaidOnce(invoice);
  });

  it('puts a second payment of one invoice into suspense instead of paying authors twice', async () => {
    const invoice = await issued('pm_card_chargeCustomerFail');
    await charge(invoice.id);
    await card(invoice.tenantId);
    await billing.get(CollectDue).execute(invoice.tenantId);
    await expectPaidOnce(invoice);
    const [declined] = await billing.db.query<{ id: string; customer_id: string }>(
      `select id, customer_id from billing.payments where invoice_id = $1 and state = 'declined'`,
      [invoice.id],
    );
    const [saved] = await billing.db.query<{ payment_method_id: string }>(
      'select payment_method_id from billing.tenant_customers where tenant_id = $1',
      [invoice.tenantId],
    );
    const second = await gateway.chargeOffSession({
      idempotencyKey: randomUUID(),
      customerId: declined!.customer_id,
      paymentMethodId: saved!.payment_method_id,
      amountMinor: PRICE,
      currency: 'usd',
      transferGroup: `inv_${invoice.id}`,
      metadata: { invoice_id: invoice.id, payment_id: declined!.id },
    });
    if (second.kind !== 'succeeded') throw new Error(second.kind);
    await billing.get(SettleCharge).execute(second.paymentIntentId);
    expect(await ledger.balance(billing.db, { code: 'suspense', currency: 'usd' })).toBe(PRICE);
    expect(await payable(invoice.orgId)).toBe(SHARE);
    expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['surplus', 'succeeded']);
    expect((await ledger.proof()).ok).toBe(true);
  });

  it('ignores a payment that names none of ours, and one that does not exist', async () => {
    const { tenantId } = await issued();
    const [customer] = await billing.db.query<{ customer_id: string; payment_method_id: string }>(
      'select customer_id, payment_method_id from billing.tenant_customers where tenant_id = $1',
      [tenantId],
    );
    const foreign = await gateway.chargeOffSession({
      idempotencyKey: randomUUID(),
      customerId: customer!.customer_id,
      paymentMethodId: customer!.payment_method_id,
      amountMinor: PRICE,
      currency: 'usd',
      transferGroup: 'something_else',
      metadata: { invoice_id: 'of another system' },
    });
    if (foreign.kind !== 'succeeded') throw new Error(foreign.kind);
    const booked = () => billing.db.query('select count(*) as n from ledger.ledger_tx');
    const before = await booked();
    await billing.get(SettleCharge).execute(foreign.paymentIntentId);
    await billing.get(SettleCharge).execute('pi_unknown');
    expect(await booked()).toEqual(before);
  });

  describe('a payment method', () => {
    it('shows brand and last digits only, to its own operators only', async () => {
      const tenantId = randomUUID();
      const read = billing.get(PaymentMethod);
      expect(await read.get(operator(tenantId), tenantId)).toMatchObject({ ready: false, last4: null });
      await card(tenantId);
      expect(await read.get(operator(tenantId), tenantId)).toMatchObject({ ready: true, brand: 'visa', last4: '4242' });
      await expect(read.get(operator(randomUUID()), tenantId)).rejects.toMatchObject({
        code: 'tenant_not_found',
        status: 404,
      });
      await expect(
        billing.get(SavePaymentMethod).execute(operator(randomUUID()), tenantId, 'pm_card_visa'),
      ).rejects.toMatchObject({ code: 'tenant_not_found' });
    });

    it.each([
      ['pm_card_visa_chargeDeclined', 'payment_method_declined'],
      ['pm_card_authenticationRequiredOnSetup', 'payment_method_needs_action'],
    ])('%s is refused as %s and leaves the tenant without one', async (paymentMethod, code) => {
      const tenantId = randomUUID();
      await expect(card(tenantId, paymentMethod)).rejects.toMatchObject({ code });
      expect((await billing.get(PaymentMethod).get(operator(tenantId), tenantId)).ready).toBe(false);
    });

    it('of a tenant that does not exist is refused', async () => {
      await expect(card('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'tenant_not_found' });
    });
  });
});
