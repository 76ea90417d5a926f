import type Stripe from 'stripe';
import { available, charge, dayMs, payer, refusal, save, Harness } from './harness.js';

const harness = Harness.forTests();

describe('charging', () => {
  it('a confirmed off-session payment makes a charge whose money is pending for two days, less 2.9 % and 30', async () => {
    const before = await available(harness.stripe);
    const intent = await charge(harness.stripe, await payer(harness.stripe), 4_900, {
      transfer_group: 'inv_a',
      metadata: { invoice_id: 'a' },
      expand: ['latest_charge.balance_transaction'],
    });
    const made = intent.latest_charge as Stripe.Charge;
    const entry = made.balance_transaction as Stripe.BalanceTransaction;
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4_900, transfer_group: 'inv_a' });
    expect(made).toMatchObject({ paid: true, captured: true, transfer_group: 'inv_a', metadata: { invoice_id: 'a' } });
    expect(entry).toMatchObject({
      amount: 4_900,
      fee: 172,
      net: 4_728,
      type: 'charge',
      status: 'pending',
      source: made.id,
    });
    expect(await available(harness.stripe)).toEqual({ available: before.available, pending: before.pending + 4_728 });

    await harness.control('/clock', { advance_ms: 2 * dayMs });
    expect(await available(harness.stripe)).toEqual({
      available: before.available + before.pending + 4_728,
      pending: 0,
    });
    expect((await harness.stripe.balanceTransactions.retrieve(entry.id)).status).toBe('available');
  });

  it('a declining card answers 402 with the decline, and leaves a failed charge and no money', async () => {
    const from = await payer(harness.stripe, 'pm_card_chargeCustomerFail');
    const before = await available(harness.stripe);
    const refused = await refusal(charge(harness.stripe, from, 700));
    expect(refused).toMatchObject({ type: 'StripeCardError', code: 'card_declined', status: 402 });
    const intent = refused.raw['payment_intent'] as Stripe.PaymentIntent;
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
    const kept = await harness.stripe.charges.retrieve(intent.latest_charge as string);
    expect(kept).toMatchObject({
      status: 'failed',
      paid: false,
      balance_transaction: null,
      failure_code: 'card_declined',
    });
    expect(await available(harness.stripe)).toEqual(before);
  });

  it('a card that requires authentication is declined off session and waits on session', async () => {
    const customer = await harness.stripe.customers.create({});
    const from = { customer: customer.id, method: 'pm_card_authenticationRequired' };
    expect(await refusal(charge(harness.stripe, from, 700))).toMatchObject({
      code: 'authentication_required',
      status: 402,
    });
    const waiting = await charge(harness.stripe, from, 700, { off_session: false });
    expect(waiting.status).toBe('requires_action');
    const done = await harness.stripe.paymentIntents.confirm(waiting.id, { payment_method: 'pm_card_visa' });
    expect(done.status).toBe('succeeded');
    expect(await refusal(harness.stripe.paymentIntents.cancel(done.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      status: 400,
    });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('%s cannot be saved to a customer', async (card, code, declineCode) => {
    const customer = await harness.stripe.customers.create({});
    const attach = await refusal(harness.stripe.paymentMethods.attach(card, { customer: customer.id }));
    expect(attach).toMatchObject({ type: 'StripeCardError', code, raw: { decline_code: declineCode } });
    const setup = await refusal(save(harness.stripe, customer.id, card));
    expect(setup).toMatchObject({ status: 402, code, raw: { setup_intent: { status: 'requires_payment_method' } } });
    expect((await harness.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  });

  it('a saved method belongs to its customer alone', async () => {
    const owner = await payer(harness.stripe);
    const other = await harness.stripe.customers.create({});
    expect(await refusal(charge(harness.stripe, { customer: other.id, method: owner.method }, 900))).toMatchObject({
      code: 'resource_missing',
      param: 'payment_method',
    });
    expect(await refusal(harness.stripe.paymentMethods.attach(owner.method, { customer: other.id }))).toMatchObject({
      code: 'payment_method_unexpected_state',
    });
  });

  it.each([
    [{ amount: 49 }, 'amount_too_small', 'amount'],
    [{ amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ currency: 'xxz' }, undefined, 'currency'],
    [{ customer: 'cus_nobody' }, 'resource_missing', 'customer'],
    [{ payment_method: 'pm_nothing' }, 'resource_missing', 'payment_method'],
    [{ confirm: false }, undefined, 'off_session'],
    [{ automatic_payment_methods: { enabled: true } }, undefined, 'return_url'],
  ])('refuses %j and keeps nothing of it', async (change, code, param) => {
    const from = await payer(harness.stripe);
    const before = await harness.control('/state');
    const refused = await refusal(
      charge(harness.stripe, from, 900, change as Partial<Stripe.PaymentIntentCreateParams>),
    );
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', status: 400, param });
    expect(refused.code).toBe(code);
    expect((await harness.control('/state'))['objects']).toEqual(before['objects']);
  });
});

describe('lists', () => {
  it('return every object once over all pages, forwards and backwards, newest first', async () => {
    const from = await payer(harness.stripe);
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1)
      made.unshift((await charge(harness.stripe, from, 500 + n, { transfer_group: 'inv_list' })).id);
    const walked: string[] = [];
    for await (const one of harness.stripe.charges.list({ transfer_group: 'inv_list', limit: 2 })) {
      walked.push(one.payment_intent as string);
    }
    expect(walked).toEqual(made);
    const page = await harness.stripe.paymentIntents.list({
      customer: from.customer,
      limit: 2,
      ending_before: made[4] as string,
    });
    expect(page.data.map((one) => one.id)).toEqual([made[2], made[3]]);
    expect(page.has_more).toBe(true);
    const expanded = await harness.stripe.charges.list({
      transfer_group: 'inv_list',
      limit: 1,
      expand: ['data.balance_transaction'],
    });
    expect(expanded.data[0]?.balance_transaction).toMatchObject({ object: 'balance_transaction', amount: 504 });
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ starting_after: 'ch_nothing' }, 'starting_after'],
    [{ expand: ['data.customer.nonsense'] }, 'expand'],
    [{ expand: ['customer'] }, 'expand'],
  ])('are refused with %j', async (parameters, param) => {
    expect(await refusal(harness.stripe.charges.list(parameters))).toMatchObject({ status: 400, param });
  });
});
