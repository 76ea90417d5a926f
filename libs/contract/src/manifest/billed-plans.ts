import { describe } from '../json/describe.js';
import type { ManifestPlan, ManifestPricing } from './fields/commercial.js';

/** Currencies in which the host bills: those of `ledger.currency`. */
export const BILLED_CURRENCIES: readonly string[] = (
  'aed aud bhd bif brl cad chf clp czk djf dkk eur gbp gnf hkd huf ils inr isk jod jpy kmf krw kwd mga mxn myr nok nzd ' +
  'omr php pln pyg ron rwf sek sgd thb tnd try twd ugx usd vnd vuv xaf xof xpf zar'
).split(' ');

/** Highest price of a month in minor units: ten thousand million of a currency with two decimals. */
export const MAX_PLAN_PRICE = 1_000_000_000_000;

/** Why the host can never bill a plan, in words; undefined when it can. */
export function whyNotBilled(
  { interval, priceCents }: Pick<ManifestPlan, 'interval' | 'priceCents'>,
  currency: string,
): string | undefined {
  if (interval !== 'month') return `it bills by the month, and the interval is ${describe(interval)}`;
  if (!BILLED_CURRENCIES.includes(currency.toLowerCase()))
    return `it bills nobody in the currency ${describe(currency)}`;
  if (!Number.isSafeInteger(priceCents) || priceCents > MAX_PLAN_PRICE)
    return `a price is a whole number of at most ${MAX_PLAN_PRICE} minor units a month`;
  return undefined;
}

/** The plans that cost something, and those of them that the host can bill. */
export function paidPlans(pricing: ManifestPricing): { paid: ManifestPlan[]; billed: ManifestPlan[] } {
  if (pricing.kind !== 'plans') return { paid: [], billed: [] };
  const paid = pricing.plans.filter(({ priceCents }) => priceCents > 0);
  return { paid, billed: paid.filter((plan) => !whyNotBilled(plan, pricing.currency)) };
}
