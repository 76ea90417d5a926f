import type Stripe from 'stripe';
import { charge, Harness, payer } from './harness.js';

const harness = Harness.forTests();

const paid = async (amount: number, currency: string) => {
  const made = await charge(harness.stripe, await payer(harness.stripe), amount, { currency });
  const found = await harness.stripe.charges.retrieve(made.latest_charge as string, {
    expand: ['balance_transaction'],
  });
  return { ...found, entry: found.balance_transaction as Stripe.BalanceTransaction };
};
const funds = async () => {
  const { available, pending } = await harness.stripe.balance.retrieve();
  return available.map(({ currency, amount }, at) => [currency, amount + pending[at]!.amount]);
};
const account = async () => {
  const { default_currency: first, external_accounts: banks } = await harness.stripe.accounts.retrieveCurrent();
  return [first, banks!.data.map(({ currency }) => currency)];
};

describe('the currencies in which the account settles', () => {
  it('are its own: every other one is converted, with the rate, and so are refunds and disputes at theirs', async () => {
    expect(await account()).toEqual(['usd', ['usd']]);
    const { id, amount, currency, entry } = await paid(10_000, 'eur');
    expect([amount, currency]).toEqual([10_000, 'eur']);
    expect(entry).toMatchObject({ amount: 10_850, currency: 'usd', fee: 345, net: 10_505, exchange_rate: 1.085 });
    const refund = await harness.stripe.refunds.create({ charge: id, amount: 1_000, expand: ['balance_transaction'] });
    expect(refund).toMatchObject({ amount: 1_000, currency: 'eur' });
    expect(refund.balance_transaction).toMatchObject({ amount: -1_098, currency: 'usd', exchange_rate: 1.09802 });
    const dispute = (await harness.control('/disputes', { charge: id })) as unknown as Stripe.Dispute;
    expect(dispute).toMatchObject({ amount: 9_000, currency: 'eur' });
    expect(dispute.balance_transactions).toEqual([
      expect.objectContaining({ amount: -9_970, currency: 'usd', fee: 1_500, exchange_rate: 1.10778 }),
    ]);
    expect(await funds()).toEqual([['usd', 10_505 - 1_098 - 9_970 - 1_500]]);
  });

  it('of other decimals are converted between minor units', async () => {
    expect((await paid(10_000, 'jpy')).entry).toMatchObject({ amount: 6_700, currency: 'usd', exchange_rate: 0.67 });
    expect((await paid(10_000, 'kwd')).entry).toMatchObject({ amount: 3_257, exchange_rate: 0.3257 });
  });

  it('become more by the control', async () => {
    expect(await harness.control('/settlement', { currencies: ['EUR', 'jpy'] })).toEqual({
      currencies: ['usd', 'eur', 'jpy'],
    });
    expect(await account()).toEqual(['usd', ['usd', 'eur', 'jpy']]);
    expect((await paid(10_000, 'eur')).entry).toMatchObject({ amount: 10_000, currency: 'eur', exchange_rate: null });
    expect((await paid(10_000, 'gbp')).entry).toMatchObject({ amount: 12_700, currency: 'usd' });
    expect((await funds()).map(([currency]) => currency)).toEqual(['eur', 'usd', 'jpy']);
    await expect(harness.control('/settlement', { currencies: 'eur' })).rejects.toThrow('currencies must be a list');
    await expect(harness.control('/settlement', { currencies: ['euro'] })).rejects.toThrow('Invalid currency');
  });

  it('keeps of each refund what the control sets, and nothing before', async () => {
    const refunded = async (charge: string) => {
      const { balance_transaction: entry } = await harness.stripe.refunds.create({
        ...{ charge, amount: 100, expand: ['balance_transaction'] },
      });
      return entry;
    };
    const { id } = await paid(10_000, 'usd');
    expect(await refunded(id)).toMatchObject({ amount: -100, fee: 0, net: -100 });
    await harness.control('/refund-fee', { amount: 25 });
    expect(await refunded(id)).toMatchObject({ amount: -100, fee: 25, net: -125 });
    await expect(harness.control('/refund-fee', { amount: -1 })).rejects.toThrow('amount must be an integer');
    await expect(harness.control('/refund-fee', {})).rejects.toThrow('amount must be an integer');
  });
});
