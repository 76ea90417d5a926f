import { randomUUID } from 'node:crypto';
import { PaymentGateway } from '@portal/stripe-gateway';
import type { BillingFixture } from '../../../../test/support/money/billing.js';
import { CollectingWorld, type IssuedInvoice, operatorOf } from '../../../../test/support/money/collecting.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CollectDue } from './collect-due.js';
import { Invoices } from '../invoicing/read/invoices.js';
import { PaymentMethod } from '../cards/payment-method.js';
import { TenantStatus } from '../invoicing/read/tenant-status.js';
import { SavePaymentMethod } from '../cards/save-payment-method.js';
import { SettleCharge } from './settle-charge.js';
import { SuspendTenants } from './suspend-tenants.js';

/** In days. */
const HOUR = 1 / 24;
const PRICE = 4900n;
const SHARE = 3430n;

describe('collecting through the real SDK and the sandbox', () => {
  const world = CollectingWorld.forTests();
  let billing: BillingFixture;
  let gateway: PaymentGateway;

  beforeAll(async () => {
    billing = world.billing;
    gateway = billing.get(PaymentGateway);
  });
  afterEach(() => jest.restoreAllMocks());

  const fault = (kind: string, times?: number) => world.fault(kind, '/v1/payment_intents', times);
  const card = (tenantId: string, paymentMethod = 'pm_card_visa') =>
    billing.get(SavePaymentMethod).execute(operatorOf(tenantId), tenantId, paymentMethod);
  const issued = (paymentMethod?: string) => world.issued([{ amountMinor: PRICE }], paymentMethod);
  const charge = (id: string) => billing.get(ChargeInvoice).execute(id);
  const get = (id: string) => billing.get(Invoices).get(id);
  const charges = (id: string) => gateway.findChargesByGroup(`inv_${id}`);
  const payable = ({ lines }: IssuedInvoice) => world.balance('author_payable', lines[0]!.orgId);
  const paidEvents = async (id: string) => (await billing.events('invoice.paid')).filter((e) => e['invoice_id'] === id);
  const expectPaidOnce = async (invoice: IssuedInvoice): Promise<void> => {
    expect(await get(invoice.id)).toMatchObject({ state: 'paid', next_retry_at: null, last_problem: null });
    expect(await charges(invoice.id)).toHaveLength(1);
    expect(await payable(invoice)).toBe(SHARE);
    expect(await paidEvents(invoice.id)).toEqual([{ invoice_id: invoice.id, month: invoice.month }]);
    expect((await world.ledger.proof()).ok).toBe(true);
  };

  it('moves the amount from receivable to the balance, the share from pending to payable, and books the fee', async () => {
    const before = await world.balance('stripe_balance');
    const invoice = await issued();
    expect(await payable(invoice)).toBe(0n);
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    const [made] = await charges(invoice.id);
    expect(made!.feeMinor).toBeGreaterThan(0n);
    expect(await world.balance('stripe_balance')).toBe(before + PRICE - made!.feeMinor);
    expect(await world.balance('tenant_receivable')).toBe(0n);
    expect(await world.balance('author_pending', invoice.lines[0]!.orgId)).toBe(0n);
    // What the processor keeps is nothing to the tenant; finance has it with the settlement.
    expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'succeeded' }]);
    expect((await get(invoice.id)).payments[0]).not.toHaveProperty('fee_minor');
  });

  it('settles once when answer and event report it in either order and repeatedly', async () => {
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
  ])('charges once with the same key when the request is %s', async (_name, kind, times) => {
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
      '(%s) abandons the key, keeps the invoice open without notice, and is retried until the cause is fixed',
      async (kind) => {
        const [invoice, other] = [await issued(), await issued()];
        await fault(kind);
        expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
        const refused = await get(invoice.id);
        expect(refused).toMatchObject({ state: 'open', last_problem: null, payments: [{ state: 'void' }] });
        expect(refused.payments[0]!.problem).toContain('not possible for your platform');
        const status = await billing.get(TenantStatus).ofTenant(operatorOf(invoice.tenantId), invoice.tenantId);
        expect(status).toMatchObject({ state: 'good', overdue: [] });
        expect(await charges(invoice.id)).toHaveLength(0);
        // Other tenants are not affected.
        await charge(other.id);
        await expectPaidOnce(other);
        // A quarter of an hour, then half an hour.
        await fault(kind);
        await world.later(HOUR / 4);
        await billing.get(CollectDue).execute();
        await world.later(HOUR / 4);
        await billing.get(CollectDue).execute();
        expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'void']);
        await world.later(HOUR / 4);
        await billing.get(CollectDue).execute();
        await expectPaidOnce(invoice);
        expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'void', 'succeeded']);
      },
    );

    it('tries every unpaid invoice of a tenant again at once when it saves a card, also one not yet overdue', async () => {
      const invoice = await issued();
      await fault('400');
      await charge(invoice.id);
      expect(await get(invoice.id)).toMatchObject({ state: 'open' });
      expect(await billing.get(CollectDue).execute(invoice.tenantId)).toBe(1);
      await expectPaidOnce(invoice);
    });

    it('suspends nobody for months, and gives an overdue invoice its remaining days once it is fixed', async () => {
      const invoice = await issued('pm_card_chargeCustomerFail');
      await charge(invoice.id);
      const before = await get(invoice.id);
      await world.later(2 * 24 * HOUR);
      await fault('400', 1_000);
      await billing.get(CollectDue).execute();
      expect(await get(invoice.id)).toMatchObject({ state: 'past_due', last_problem: before.last_problem });
      await world.later(60 * 24 * HOUR);
      await billing.get(CollectDue).execute();
      expect(await billing.get(SuspendTenants).execute()).toBe(0);
      await world.control('/faults/clear', {});
      await world.later(6 * HOUR);
      await billing.get(CollectDue).execute();
      expect(await billing.get(SuspendTenants).execute()).toBe(0);
      const after = await get(invoice.id);
      const stood = 60 * 24 * HOUR + 6 * HOUR;
      const shifted = (text: string | null, days: number) => new Date(new Date(text!).getTime() + days * 86_400_000);
      const near = (a: Date, b: string | null) => Math.abs(a.getTime() - new Date(b!).getTime()) < 10 * 60_000;
      expect(near(shifted(before.suspend_at, stood), after.suspend_at)).toBe(true);
      // Days 1 and 2 have passed, so day 3 of the calendar is next.
      expect(near(shifted(before.past_due_at, stood + 3 * 24 * HOUR), after.next_retry_at)).toBe(true);
      await billing.owner.query(`update billing.invoices set next_retry_at = null where id = $1`, [invoice.id]);
    });
  });

  it('is adopted when a charge exists despite the answer 400', async () => {
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

  it('keeps the key while the provider cannot be asked whether it charged', async () => {
    const invoice = await issued();
    await fault('400');
    await world.control('/faults', { kind: '500-empty', path: '/v1/charges', times: 20, method: 'GET' });
    await expect(charge(invoice.id)).rejects.toThrow();
    expect((await get(invoice.id)).payments).toMatchObject([{ state: 'sending' }]);
    await world.control('/faults/clear', {});
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

  it('looks a charge up after 23 hours without an outcome, instead of sending the key again: found', async () => {
    const invoice = await issued();
    await fault('drop-after', 2);
    await charge(invoice.id);
    await world.later(25 * HOUR);
    const send = jest.spyOn(gateway, 'chargeOffSession');
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    expect(send).not.toHaveBeenCalled();
    await expectPaidOnce(invoice);
  });

  it('looks a charge up after 23 hours without an outcome, instead of sending the key again: not found', async () => {
    const invoice = await issued();
    await fault('drop-before', 2);
    await charge(invoice.id);
    await world.later(25 * HOUR);
    expect(await charge(invoice.id)).toMatchObject({ kind: 'waiting' });
    expect(await charge(invoice.id)).toEqual({ kind: 'settled' });
    await expectPaidOnce(invoice);
    expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'succeeded']);
  });

  describe('a stuck charge, whose key the provider knows for something else', () => {
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
      fetch(`${world.sandbox.url}${path}`, {
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

    it('waits until the provider no longer knows the key: neither sweeper, "pay now" nor a new card sends anything', async () => {
      const invoice = await stuck();
      const keys = watchKeys(invoice.id);
      await world.later(22 * HOUR);
      await card(invoice.tenantId);
      await billing.get(CollectDue).execute();
      await billing.get(CollectDue).execute(invoice.tenantId);
      expect(await billing.get(ChargeInvoice).execute(invoice.id, { asked: true })).toEqual({ kind: 'settled' });
      expect(keys()).toEqual([]);
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'stuck' }]);
      expect(await charges(invoice.id)).toHaveLength(0);
      await world.later(2 * HOUR);
      await charge(invoice.id);
      await charge(invoice.id);
      await expectPaidOnce(invoice);
    });

    it('is looked up by the sweeper after 23 hours and adopted when it happened, and nothing is sent', async () => {
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
      await world.later(25 * HOUR);
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
      await billing.get(CollectDue).execute();
      await charge(invoice.id);
      expect(keys()).toEqual([]);
      await expectPaidOnce(invoice);
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'succeeded' }]);
      expect(await rows(invoice.id)).toMatchObject([{ sends: 1 }]);
    });

    it('is voided by the look-up when it did not happen, and only then a new key charges the tenant once', async () => {
      const invoice = await stuck();
      const keys = watchKeys(invoice.id);
      await world.later(25 * HOUR);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'void' }]);
      expect(keys()).toEqual([]);
      await Promise.all([billing.get(CollectDue).execute(), billing.get(CollectDue).execute()]);
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
      expect(keys()).toEqual([`inv_${invoice.id}_2`]);
      expect((await get(invoice.id)).payments.map((p) => p.state)).toEqual(['void', 'succeeded']);
    });

    it('stays stuck while the provider cannot be asked, and nothing is sent', async () => {
      const invoice = await stuck();
      await world.later(25 * HOUR);
      await world.control('/faults', { kind: '500-empty', path: '/v1/charges', times: 20, method: 'GET' });
      const keys = watchKeys(invoice.id);
      await billing.get(CollectDue).execute();
      expect((await get(invoice.id)).payments).toMatchObject([{ n: 1, state: 'stuck' }]);
      expect(keys()).toEqual([]);
      await world.control('/faults/clear', {});
      await billing.get(CollectDue).execute();
      await billing.get(CollectDue).execute();
      await expectPaidOnce(invoice);
    });
  });

  it('sends again what was sent and never answered, unless somebody is sending it', async () => {
    const invoice = await issued();
    await fault('drop-after', 2);
    await charge(invoice.id);
    const attempts = () =>
      billing.db.query<{ sends: number }>('select sends from billing.payments where invoice_id = $1', [invoice.id]);
    await billing.get(CollectDue).execute();
    // Its list has the invoice, as one that was read before the charge began.
    await billing.get(CollectDue).execute(invoice.tenantId);
    expect(await attempts()).toEqual([{ sends: 1 }]);
    await billing.owner.query('update billing.payments set next_send_at = clock_timestamp() where invoice_id = $1', [
      invoice.id,
    ]);
    await billing.get(CollectDue).execute();
    expect(await attempts()).toEqual([{ sends: 2 }]);
    await expectPaidOnce(invoice);
  });

  it('ignores a payment that names none of our invoices, and one that does not exist', async () => {
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
    it('shows brand and last digits only', async () => {
      const tenantId = randomUUID();
      const read = billing.get(PaymentMethod);
      expect(await read.get(operatorOf(tenantId), tenantId)).toMatchObject({ ready: false, last4: null });
      await card(tenantId);
      expect(await read.get(operatorOf(tenantId), tenantId)).toMatchObject({
        ready: true,
        brand: 'visa',
        last4: '4242',
      });
    });

    it.each([
      ['pm_card_visa_chargeDeclined', 'payment_method_declined'],
      ['pm_card_authenticationRequiredOnSetup', 'payment_method_needs_action'],
    ])('%s is refused as %s and leaves the tenant without one', async (paymentMethod, code) => {
      const tenantId = randomUUID();
      await expect(card(tenantId, paymentMethod)).rejects.toMatchObject({ code });
      expect((await billing.get(PaymentMethod).get(operatorOf(tenantId), tenantId)).ready).toBe(false);
    });
  });
});
