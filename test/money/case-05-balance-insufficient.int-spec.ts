import { PayoutWorld, type PaidAuthor } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();
beforeAll(async () => {
  await world.topUp(1_000_000, 'eur');
});

/** Takes all but `left` out of the processor's balance, as somebody at its dashboard could. */
async function drain(currency: string, left: number): Promise<void> {
  const { available } = await world.stripe.balance.retrieve();
  const amount = available.find((b) => b.currency === currency)!.amount - left;
  const sink = await world.author();
  await world.stripe.transfers.create({ amount, currency, destination: sink.accountId! });
}

describe('Case 05: the available balance ends in the middle of a run', () => {
  it('the run stops for that currency only, and continues the same day under a new key after a top-up', async () => {
    const authors: PaidAuthor[] = [await world.author(), await world.author()];
    const [first, second] = authors as [PaidAuthor, PaidAuthor];
    await world.earn(first.orgId, 5_000n);
    await world.earn(second.orgId, 6_000n);
    await world.earn(second.orgId, 7_000n, 'eur');
    const run = await world.executing();
    await drain('usd', 5_500);
    await world.send(world.payoutOf(run, first).id);
    const usd = world.payoutOf(run, second).id;
    await world.send(usd);
    expect(await world.run(run.id)).toMatchObject({
      state: 'executing',
      paused: false,
      paused_currencies: [{ currency: 'usd', reason: expect.stringContaining('too small') }],
    });
    // Nothing more is tried while the currency is paused.
    await world.send(usd);
    expect(await world.attempts(usd)).toHaveLength(1);
    const eur = world.payoutOf(run, second, 'eur').id;
    await world.send(eur);
    await world.expectPaidOnce(eur, run.id);

    const wrong = await world.post(world.preparer, `/finance/payout-runs/${run.id}/resume`, { currency: 'eur' });
    expect(wrong.error).toBe('invalid_request');
    await world.topUp(100_000_000);
    await world.post(world.preparer, `/finance/payout-runs/${run.id}/resume`, { currency: 'usd' });
    await world.send(usd);
    await world.expectPaidOnce(usd, run.id);
    expect((await world.attempts(usd)).map((a) => [a.state, a.idempotency_key])).toEqual([
      ['rejected', `po_${usd}_1`],
      ['accepted', `po_${usd}_2`],
    ]);
    expect((await world.run(run.id)).state).toBe('settled');
    await world.expectBooksBalance();
  });

  it('a run is not started when the balance does not cover it, and reports the missing amount', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 9_000n);
    const run = await world.approved();
    await drain('usd', 1_000);
    const refused = await world.execute(run);
    expect(refused.error).toBe('payout_balance_short');
    expect(refused.body).toContain('80.00 USD are missing');
    await world.topUp(8_000);
    expect((await world.execute(run)).status).toBe(202);
    await world.send(world.payoutOf(run, author).id);
    await world.expectPaidOnce(world.payoutOf(run, author).id, run.id);
  });
});
