import type { Tx } from './database.js';
import { insertObject } from './objects.js';

export const defaultCurrency = 'usd';

/** US dollars for one unit; 1 for every other currency. */
const worth: Record<string, number> = { chf: 1.13, eur: 1.085, gbp: 1.27, jpy: 0.0067, kwd: 3.257 };

/** How far the rate of the day is from that of the charge, so that money that goes back gains or loses. */
const drift: Record<string, number> = { refund: 1.012, refund_failure: 1.007, adjustment: 1.021 };

/** Those of the platform's bank accounts; every other currency is converted into the default. */
export async function settlementCurrencies(tx: Tx): Promise<string[]> {
  const banks = `select data->>'currency' as currency from stripe_sandbox.objects where kind = 'bank_account' order by seq`;
  return [defaultCurrency, ...(await tx.query<{ currency: string }>(banks)).map((one) => one.currency)];
}

export async function addSettlementCurrency(tx: Tx, currency: string): Promise<void> {
  if ((await settlementCurrencies(tx)).includes(currency)) return;
  await insertObject(tx, { prefix: 'ba', kind: 'bank_account', data: { currency } });
}

/** What is kept of each refund, in minor units of the currency in which it settles; 0 unless a control sets it. */
export async function refundFee(tx: Tx): Promise<number> {
  const set = `select data->'amount' as amount from stripe_sandbox.objects where kind = 'refund_fee' order by seq desc limit 1`;
  return (await tx.query<{ amount: number }>(set))[0]?.amount ?? 0;
}

export async function setRefundFee(tx: Tx, amount: number): Promise<void> {
  await insertObject(tx, { prefix: 'rf', kind: 'refund_fee', data: { amount } });
}

/** What an amount in minor units is multiplied by, to be in those of the default currency. */
export function exchangeRate(currency: string, type: string): number {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return Number(((worth[currency] ?? 1) * 10 ** (2 - digits) * (drift[type] ?? 1)).toPrecision(6));
}
