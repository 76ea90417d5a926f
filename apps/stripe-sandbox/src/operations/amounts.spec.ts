import { StripeApiError } from '../http/errors.js';
import { amountOf, assertChargeable, currencyOf, feeOf } from './amounts.js';

describe('the fee is 2.9 % rounded half up, and 30', () => {
  it.each([
    [1, 30],
    [17, 30],
    [18, 31],
    [500, 45],
    [1_000, 59],
    [4_900, 172],
    [99_999_999, 2_900_030],
  ])('of %d is %d', (amount, fee) => {
    expect(feeOf(amount)).toBe(fee);
  });
});

describe('amounts and currencies', () => {
  it('are whole, positive and of limited length', () => {
    expect(amountOf({ amount: 1 }, 8)).toBe(1);
    expect(amountOf({ amount: 99_999_999 }, 8)).toBe(99_999_999);
    for (const amount of [0, -1, 100_000_000, undefined]) {
      expect(() => amountOf(amount === undefined ? {} : { amount }, 8)).toThrow(StripeApiError);
    }
  });

  it('know currencies in any case and answer in lower case', () => {
    expect(currencyOf({ currency: 'EUR' })).toBe('eur');
    for (const currency of ['', 'eu', 'euros', 'xxz']) expect(() => currencyOf({ currency })).toThrow(StripeApiError);
  });

  it('keep the minimum charge of each currency', () => {
    expect(() => assertChargeable(49, 'usd')).toThrow(StripeApiError);
    expect(() => assertChargeable(50, 'usd')).not.toThrow();
    expect(() => assertChargeable(29, 'gbp')).toThrow(StripeApiError);
    expect(() => assertChargeable(30, 'gbp')).not.toThrow();
  });
});
