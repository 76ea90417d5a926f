import { invalid, missingParameter } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { integer, text } from '../state/objects.js';

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

// Smallest charge in minor units where the provider publishes one; 50 elsewhere.
const smallest: Record<string, number> = { gbp: 30, jpy: 50, huf: 17500, mxn: 1000, sek: 300, nok: 300, dkk: 250 };

/** Three letters, given in any case, answered in lower case. */
export function currencyOf(parameters: JsonObject): string {
  const given = text(parameters.currency) ?? '';
  const currency = given.toLowerCase();
  if (!currencies.has(currency)) throw invalid(`Invalid currency: ${given}.`, { param: 'currency' });
  return currency;
}

/** A whole amount of at least one minor unit and at most `digits` digits. */
export function amountOf(parameters: JsonObject, digits: number): number {
  const amount = integer(parameters.amount);
  if (amount === undefined) throw missingParameter('amount');
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount >= 10 ** digits) {
    throw invalid(`Amount must be no more than ${digits} digits`, { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

/** Refuses a charge below the smallest one of its currency. */
export function assertChargeable(amount: number, currency: string): void {
  const least = smallest[currency] ?? 50;
  if (amount >= least) return;
  throw invalid(`Amount must be at least ${least} ${currency} in minor units.`, {
    code: 'amount_too_small',
    param: 'amount',
  });
}

/** The processor's fee: 2.9 % rounded half up, and 30 minor units. */
export function feeOf(amount: number): number {
  return Number((BigInt(amount) * 29n + 500n) / 1000n) + 30;
}
