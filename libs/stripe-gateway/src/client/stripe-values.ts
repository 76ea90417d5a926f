import type Stripe from 'stripe';

/** The id of an object that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

/** What the provider made of an amount in another currency, in which our account settles. Minor units, without fees. */
export interface Conversion {
  amountMinor: bigint;
  currency: string;
  /** From minor units to minor units, as the provider reports it. */
  rate: number | null;
}

/** A movement of our balance; minor units, signed. The fee is in the currency in which it settled. */
export interface Settled {
  balanceTransactionId: string;
  amountMinor: bigint;
  feeMinor: bigint;
  /** Absent when it settled in its own currency. */
  converted?: Conversion | undefined;
}

export function conversionOf(entry: Stripe.BalanceTransaction, currency: string): Conversion | undefined {
  if (entry.currency === currency) return undefined;
  return { amountMinor: BigInt(entry.amount), currency: entry.currency, rate: entry.exchange_rate };
}

/** A saved card as its payer knows it. */
export interface SavedCard {
  paymentMethodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export function savedCard(method: Stripe.PaymentMethod): SavedCard {
  return {
    paymentMethodId: method.id,
    brand: method.card?.brand ?? method.type,
    last4: method.card?.last4 ?? '',
    expMonth: method.card?.exp_month ?? 0,
    expYear: method.card?.exp_year ?? 0,
  };
}
