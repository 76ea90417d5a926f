import { available, charge, dayMs, payableAccount, payer, refusal, Harness } from './harness.js';

const harness = Harness.forTests();

describe('transfers', () => {
  it('moves available money to the connected account and can be found by its group', async () => {
    const destination = await payableAccount(harness);
    await harness.stripe.topups.create({ amount: 10_000, currency: 'usd', description: 'seed' });
    const before = await available(harness.stripe);
    const made = await harness.stripe.transfers.create({
      amount: 2_500,
      currency: 'usd',
      destination,
      transfer_group: 'po_1',
      metadata: { payout_id: '1' },
      expand: ['balance_transaction'],
    });
    expect(made).toMatchObject({
      amount: 2_500,
      reversed: false,
      balance_transaction: { net: -2_500, type: 'transfer' },
    });
    expect((await available(harness.stripe)).available).toBe(before.available - 2_500);
    expect((await available(harness.stripe, destination)).available).toBe(2_500);
    const found = await harness.stripe.transfers.list({ transfer_group: 'po_1' });
    expect(found.data.map((one) => [one.id, one.metadata])).toEqual([[made.id, { payout_id: '1' }]]);
    expect((await harness.stripe.transfers.list({ transfer_group: 'po_2' })).data).toEqual([]);
    const arrived = await harness.stripe.charges.retrieve(
      made.destination_payment as string,
      {},
      { stripeAccount: destination },
    );
    expect(arrived).toMatchObject({ amount: 2_500, source_transfer: made.id });
    expect(await refusal(harness.stripe.charges.retrieve(arrived.id))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    });
  });

  it('pending money cannot be transferred until the clock has made it available', async () => {
    const destination = await payableAccount(harness);
    const intent = await charge(harness.stripe, await payer(harness.stripe), 50_000);
    const { available: now } = await available(harness.stripe);
    const wanted = { amount: now + 1, currency: 'usd', destination };
    expect(await refusal(harness.stripe.transfers.create(wanted))).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'balance_insufficient',
      status: 400,
    });
    await harness.control('/clock', { advance_ms: 2 * dayMs });
    expect((await harness.stripe.transfers.create(wanted)).amount).toBe(now + 1);
    expect(intent.status).toBe('succeeded');
  });

  it('never pays out more than there is, however many requests run concurrently', async () => {
    const destination = await payableAccount(harness);
    const { available: left } = await available(harness.stripe);
    if (left > 0) await harness.stripe.transfers.create({ amount: left, currency: 'usd', destination });
    await harness.stripe.topups.create({ amount: 300, currency: 'usd' });
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => harness.stripe.transfers.create({ amount: 100, currency: 'usd', destination })),
    );
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
    expect(await available(harness.stripe)).toMatchObject({ available: 0 });
  });

  it('requires an amount although the declarations make it optional', async () => {
    const destination = await payableAccount(harness);
    expect(await refusal(harness.stripe.transfers.create({ currency: 'usd', destination }))).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
    });
    expect(
      await refusal(
        harness.stripe.transfers.create({ amount: 1, currency: 'usd', destination, source_transaction: 'ch_1' }),
      ),
    ).toMatchObject({ code: 'sandbox_not_emulated', param: 'source_transaction' });
  });
});

describe('reversals', () => {
  it('return a part, then the rest, and never more than the transfer', async () => {
    const destination = await payableAccount(harness);
    await harness.stripe.topups.create({ amount: 1_000, currency: 'usd' });
    const made = await harness.stripe.transfers.create({ amount: 1_000, currency: 'usd', destination });
    const before = await available(harness.stripe);
    await harness.stripe.transfers.createReversal(made.id, { amount: 300 });
    expect(await refusal(harness.stripe.transfers.createReversal(made.id, { amount: 701 }))).toMatchObject({
      param: 'amount',
    });
    await harness.stripe.transfers.createReversal(made.id);
    expect(await harness.stripe.transfers.retrieve(made.id)).toMatchObject({
      reversed: true,
      amount_reversed: 1_000,
      reversals: { total_count: 2 },
    });
    expect(await refusal(harness.stripe.transfers.createReversal(made.id))).toMatchObject({
      code: 'transfer_already_reversed',
    });
    expect((await available(harness.stripe)).available).toBe(before.available + 1_000);
    expect((await available(harness.stripe, destination)).available).toBe(0);
  });
});
