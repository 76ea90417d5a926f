import { BooksWorld } from '../support/books.js';

let world: BooksWorld;
beforeAll(async () => {
  world = await BooksWorld.start();
  await world.listen();
  await world.stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
});
afterAll(() => world.close());

/** An author with a transfer that we made and booked. */
async function paid(amount: number) {
  const destination = await world.author();
  const transfer = await world.stripe.transfers.create({
    amount,
    currency: 'usd',
    destination,
    metadata: { payout_id: 'of-this-test' },
  });
  await world.post({
    kind: 'payout_settled',
    sourceType: 'payout',
    idempotencyKey: `po:test:settle:${transfer.id}`,
    legs: [
      { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: BigInt(amount) },
      { account: { code: 'stripe_balance', currency: 'usd' }, amountMinor: -BigInt(amount) },
    ],
  });
  return { destination, transfer };
}
const bankPayouts = async (account: string) =>
  (await world.stripe.payouts.list({ limit: 100 }, { stripeAccount: account })).data;
const told = async (account: string) => {
  await world.delivered();
  const rows = await world.query<{ type: string; source: string }>(
    `select e.type, e.source from stripe_gateway.provider_events e where e.account = $1 order by e.occurred_at, e.received_at`,
    [account],
  );
  expect(rows.every((row) => row.source === 'connect')).toBe(true);
  return rows.map((row) => row.type);
};
const books = async () => {
  const found = await world.reconcile();
  return { holds: found.holds, open: found.open };
};

describe('Case 15: the bank leg of an author', () => {
  it('paid, then sent back days later: we hear both, our books do not change, the author has the money again', async () => {
    const { destination } = await paid(40_000);
    await world.control('/play', { do: 'bank-return', id: destination });
    await world.pass(3);
    expect((await bankPayouts(destination))[0]).toMatchObject({ amount: 40_000, status: 'paid' });
    expect(await told(destination)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(await books()).toEqual({ holds: true, open: 0 });
    await world.pass(3);
    expect((await bankPayouts(destination)).at(-1)).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
    expect(await told(destination)).toContain('payout.failed');
    const balance = await world.stripe.balance.retrieve({}, { stripeAccount: destination });
    expect(balance.available[0]?.amount).toBe(40_000);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('refused at once: failed without ever having been paid, and tried again the next day', async () => {
    const { destination } = await paid(7_000);
    await world.control('/play', { do: 'bank-refuse', id: destination });
    await world.pass(3);
    const types = await told(destination);
    expect(types).toContain('payout.failed');
    expect(types).not.toContain('payout.paid');
    await world.control('/play', { do: 'bank-accept', id: destination });
    await world.pass(4);
    expect((await bankPayouts(destination)).map((one) => one.status)).toEqual(['paid', 'failed']);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('money taken back from an account that has none left: reserved with us, then debited from the bank', async () => {
    const { destination, transfer } = await paid(9_000);
    await world.pass(4);
    const reversal = await world.stripe.transfers.createReversal(transfer.id, {
      amount: 6_000,
      metadata: { payout_id: 'of-this-test' },
    });
    await world.post({
      kind: 'transfer_reversed',
      sourceType: 'payout',
      idempotencyKey: `po:test:reverse:${reversal.id}`,
      legs: [
        { account: { code: 'stripe_balance', currency: 'usd' }, amountMinor: 6_000n },
        { account: { code: 'tenant_receivable', currency: 'usd' }, amountMinor: -6_000n },
      ],
    });
    expect((await world.stripe.balance.retrieve()).connect_reserved?.[0]?.amount).toBe(6_000);
    // What is reserved is still ours: the figures agree while it is, and after.
    expect(await books()).toEqual({ holds: true, open: 0 });
    await world.pass(1);
    expect((await bankPayouts(destination))[0]).toMatchObject({ amount: -6_000, automatic: true });
    expect((await world.stripe.balance.retrieve()).connect_reserved?.[0]?.amount).toBe(0);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('a debit that the bank refuses leaves the account below zero, and the next transfer fills it first', async () => {
    const { destination, transfer } = await paid(5_000);
    await world.pass(4);
    await world.control('/play', { do: 'bank-refuse', id: destination });
    await world.stripe.transfers.createReversal(transfer.id, { amount: 5_000 });
    // A reversal that we did not make is money nobody booked: it goes to a person.
    expect(await books()).toEqual({ holds: true, open: 1 });
    await world.pass(3);
    expect((await told(destination)).filter((type) => type === 'payout.failed')).toHaveLength(1);
    const below = await world.stripe.balance.retrieve({}, { stripeAccount: destination });
    expect(below.available[0]?.amount).toBe(-5_000);
    await world.stripe.transfers.create({
      amount: 6_500,
      currency: 'usd',
      destination,
      metadata: { payout_id: 'of-this-test' },
    });
    const after = await world.stripe.balance.retrieve({}, { stripeAccount: destination });
    expect(after.available[0]?.amount).toBe(1_500);
    expect((await world.items()).map((one) => one.kind)).toEqual(['manual_reversal']);
  });
});
