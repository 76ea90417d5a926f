import type Stripe from 'stripe';
import { available, dayMs, payableAccount, recipient, refusal, Harness } from './harness.js';

const harness = Harness.forTests();
beforeAll(async () => {
  // The banks have worked today, and then the clock is set back as by the demo.
  await harness.control('/clock', { advance_ms: 0 });
  // From noon on, so that no midnight of this machine comes between those of the tests.
  await harness.control('/clock', { offset_ms: ((1.5 * dayMs - (Date.now() % dayMs)) % dayMs) - 40 * dayMs });
});

const days = (count: number) => harness.control('/clock', { advance_ms: count * dayMs });
const act = (what: string, id: string) => harness.control('/play', { do: what, id });
const payoutsOf = async (account: string) =>
  (await harness.stripe.payouts.list({ limit: 100 }, { stripeAccount: account })).data.map((one) => ({
    id: one.id,
    amount: one.amount,
    status: one.status,
  }));
const eventsOf = async (account: string) =>
  (await harness.stripe.events.list({ limit: 100 }, { stripeAccount: account })).data.map((one) => one.type).reverse();

async function paid(amount: number): Promise<{ account: string; transfer: Stripe.Transfer }> {
  const account = await payableAccount(harness);
  await harness.stripe.topups.create({ amount, currency: 'usd' });
  const transfer = await harness.stripe.transfers.create({ amount, currency: 'usd', destination: account });
  return { account, transfer };
}

describe('bank payouts of connected accounts', () => {
  it('start automatically the day after, also where the clock was set back, are in transit, and are paid', async () => {
    const { account } = await paid(5_000);
    expect(await payoutsOf(account)).toEqual([]);
    await days(1);
    expect(await payoutsOf(account)).toMatchObject([{ amount: 5_000, status: 'pending' }]);
    expect(await available(harness.stripe, account)).toEqual({ available: 0, pending: 0 });
    await days(1);
    expect(await payoutsOf(account)).toMatchObject([{ status: 'in_transit' }]);
    await days(1);
    expect(await payoutsOf(account)).toMatchObject([{ status: 'paid' }]);
    expect(await eventsOf(account)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    const [event] = (await harness.stripe.events.list({ limit: 1 }, { stripeAccount: account })).data;
    expect(event?.account).toBe(account);
    expect((await harness.stripe.events.list({ type: 'payout.paid' })).data).toEqual([]);
  });

  it('are processed midnight by midnight over a jump of many days', async () => {
    const { account } = await paid(700);
    await days(9);
    expect(await payoutsOf(account)).toMatchObject([{ amount: 700, status: 'paid' }]);
  });

  it('return the money to the account when the bank refuses them, and are retried', async () => {
    const { account } = await paid(900);
    await act('bank-refuse', account);
    await days(4);
    const tried = await payoutsOf(account);
    expect(tried).toMatchObject([
      { amount: 900, status: 'pending' },
      { amount: 900, status: 'failed' },
    ]);
    const failed = await harness.stripe.payouts.retrieve(tried[1]!.id, {}, { stripeAccount: account });
    expect(failed.failure_code).toBe('could_not_process');
    expect(failed.failure_balance_transaction).toMatch(/^txn_/);
    const booked = await harness.stripe.balanceTransactions.list({ source: failed.id }, { stripeAccount: account });
    expect(booked.data.map((one) => [one.type, one.net])).toEqual([
      ['payout_failure', 900],
      ['payout', -900],
    ]);
  });

  it('are paid first and fail three days later when the bank returns them', async () => {
    const { account } = await paid(800);
    await act('bank-return', account);
    await days(3);
    expect((await payoutsOf(account)).at(-1)).toMatchObject({ status: 'paid' });
    await days(3);
    expect((await payoutsOf(account)).at(-1)).toMatchObject({ status: 'failed' });
    const types = await eventsOf(account);
    expect(types.indexOf('payout.paid')).toBeLessThan(types.indexOf('payout.failed'));
  });

  it('can be returned at once by an action, and repeating the action changes nothing', async () => {
    const { account } = await paid(600);
    await days(3);
    const [one] = await payoutsOf(account);
    await act('payout-failed', one!.id);
    await act('payout-failed', one!.id);
    expect(await available(harness.stripe, account)).toEqual({ available: 600, pending: 0 });
  });

  it('go out on request only and within the balance when the schedule is manual', async () => {
    const { account } = await paid(1_000);
    const on = { stripeAccount: account };
    await harness.stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'manual' } } } }, on);
    await days(3);
    expect(await payoutsOf(account)).toEqual([]);
    expect(await refusal(harness.stripe.payouts.create({ amount: 1_001, currency: 'usd' }, on))).toMatchObject({
      code: 'balance_insufficient',
    });
    const made = await harness.stripe.payouts.create({ amount: 400, currency: 'usd', metadata: { why: 'asked' } }, on);
    expect((await harness.stripe.payouts.cancel(made.id, {}, on)).status).toBe('canceled');
    expect(await available(harness.stripe, account)).toEqual({ available: 1_000, pending: 0 });
    expect(await refusal(harness.stripe.payouts.cancel(made.id, {}, on))).toMatchObject({
      code: 'payouts_not_allowed',
    });
  });
});

describe('a connected account below zero', () => {
  it('a reversal of spent money makes it negative, reserved on the platform, until the bank is debited', async () => {
    const { account, transfer } = await paid(2_000);
    await days(3);
    await harness.stripe.topups.create({ amount: 5_000, currency: 'usd' });
    const before = await harness.stripe.balance.retrieve();
    await harness.stripe.transfers.createReversal(transfer.id, { amount: 1_500 });
    expect(await available(harness.stripe, account)).toEqual({ available: -1_500, pending: 0 });
    const after = await harness.stripe.balance.retrieve();
    expect(after.available[0]?.amount).toBe(before.available[0]!.amount);
    expect(after.connect_reserved?.[0]?.amount).toBe(1_500);
    await days(1);
    expect((await payoutsOf(account))[0]).toMatchObject({ amount: -1_500, status: 'pending' });
    expect(await available(harness.stripe, account)).toEqual({ available: 0, pending: 0 });
    expect((await harness.stripe.balance.retrieve()).connect_reserved?.[0]?.amount).toBe(0);
  });

  it('a debit that the bank refuses leaves it negative again', async () => {
    const { account, transfer } = await paid(300);
    await days(3);
    await act('bank-refuse', account);
    await harness.stripe.transfers.createReversal(transfer.id);
    await days(3);
    expect((await payoutsOf(account))[0]).toMatchObject({ amount: -300, status: 'failed' });
    expect(await available(harness.stripe, account)).toEqual({ available: -300, pending: 0 });
    expect((await eventsOf(account)).at(-1)).toBe('payout.failed');
  });

  it('incoming money fills the negative balance first', async () => {
    const { account, transfer } = await paid(1_000);
    const on = { stripeAccount: account };
    await days(3);
    await harness.stripe.balanceSettings.update({ payments: { debit_negative_balances: false } }, on);
    await harness.stripe.transfers.createReversal(transfer.id);
    await days(1);
    expect(await available(harness.stripe, account)).toEqual({ available: -1_000, pending: 0 });
    await harness.stripe.topups.create({ amount: 3_000, currency: 'usd' });
    await harness.stripe.transfers.create({ amount: 1_200, currency: 'usd', destination: account });
    expect(await available(harness.stripe, account)).toEqual({ available: 200, pending: 0 });
  });

  it('a reversal is refused when neither the account nor the platform covers it', async () => {
    const { account, transfer } = await paid(9_000);
    await days(3);
    const { available: left } = await available(harness.stripe);
    if (left > 0) {
      const sink = await payableAccount(harness);
      await harness.stripe.transfers.create({ amount: left, currency: 'usd', destination: sink });
    }
    await harness.stripe.transfers.createReversal(transfer.id, { amount: 9_000 });
    expect(await available(harness.stripe, account)).toMatchObject({ available: -9_000 });
    const borne = await recipient(harness.stripe, {
      defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
    });
    await act('account-activate', borne.id);
    await harness.stripe.topups.create({ amount: 100, currency: 'usd' });
    const other = await harness.stripe.transfers.create({ amount: 100, currency: 'usd', destination: borne.id });
    await days(1);
    expect(await refusal(harness.stripe.transfers.createReversal(other.id))).toMatchObject({
      code: 'balance_insufficient',
    });
  });
});
