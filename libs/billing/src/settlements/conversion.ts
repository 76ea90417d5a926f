import type { Leg } from '@portal/ledger';
import type { Conversion } from '@portal/stripe-gateway';
import { divideHalfUp } from '../domain/divide-half-up.js';
import type { SettlementEntity } from './settlement.entity.js';

type Converted = Pick<SettlementEntity, 'cause' | 'amount' | 'settled'>;

/**
 * What a change is worth at the rate of its charge, so that the parts of a charge that go back add up to it. `before`:
 * all of the payment that was converted into the same currency; without its charge, a change is worth what it settled for.
 */
export function worthOf(before: readonly Converted[], { amount, settled }: Omit<Converted, 'cause'>): bigint {
  const charge = before.find(({ cause }) => cause === 'charge');
  const left = before.reduce((sum, one) => sum + one.amount, 0n);
  const at = (part: bigint) => (charge ? divideHalfUp(part * charge.settled, charge.amount) : 0n);
  return charge ? at(left + amount) - at(left) : settled;
}

/** The conversion itself: what settled, for what it is worth; the difference is the platform's gain or loss. */
export function conversionLegs(settled: bigint, worth: bigint, currency: string): Leg[] {
  const legs: Leg[] = [
    { account: { code: 'stripe_balance', currency }, amountMinor: settled },
    { account: { code: 'currency_conversion', currency }, amountMinor: -worth },
    { account: { code: 'fx_difference', currency }, amountMinor: worth - settled },
  ];
  return legs.filter((leg) => leg.amountMinor !== 0n);
}

/** In its own currency, what is converted comes from or goes to the conversion, and not the provider's balance. */
export const throughConversion = (legs: readonly Leg[], converted: Conversion | undefined): Leg[] =>
  legs.map(({ account, amountMinor }) => {
    const moved = converted && account.code === 'stripe_balance';
    return { account: moved ? { ...account, code: 'currency_conversion' } : account, amountMinor };
  });
