import { paidPlans, whyNotBilled, type CanonicalManifest, type ManifestPlan } from '@portal/contract';

/** Who bills tenants for a Drive: the host for its author, the author alone (the host takes a listing fee), or the host for itself. */
export const BILLING_MODELS = ['platform', 'author_billing', 'first_party'] as const;
export type BillingModel = (typeof BILLING_MODELS)[number];

/** Where the host looks up a price: its own table by tier, or the plan of the approved manifest. */
export type PriceSource = 'tier' | 'plan';

/** The look-up that gives the price of an install. */
export type PriceRule =
  | { readonly kind: 'free' }
  | { readonly kind: 'tier'; readonly tier: string }
  | { readonly kind: 'plan'; readonly plan: ManifestPlan; readonly currency: string }
  /** Agreed with each venture. */
  | { readonly kind: 'agreed' }
  /** There is no price. */
  | { readonly kind: 'unknown' };

/** Tiers of the price list; the others are free or agreed. */
export const PRICED_TIERS = ['starter', 'standard', 'pro', 'premium', 'flagship'] as const;
const TIERS = new Set<string>(PRICED_TIERS);

/**
 * @param hostPlan the plan that the host sells, if finance chose one; else the cheapest that it can bill
 */
export function priceRule(manifest: CanonicalManifest, source: PriceSource, hostPlan: string | null): PriceRule {
  const { pricing } = manifest;
  if (pricing.kind === 'none') return { kind: 'free' };
  if (pricing.kind === 'tier') {
    if (pricing.tier === 'free') return { kind: 'free' };
    if (pricing.tier === 'custom') return { kind: 'agreed' };
    return TIERS.has(pricing.tier) ? { kind: 'tier', tier: pricing.tier } : { kind: 'unknown' };
  }
  if (paidPlans(pricing).paid.length === 0) return { kind: 'free' };
  const sold = soldPlan(planPrices(manifest), hostPlan);
  const plan = monthlyPlans(manifest).find(({ id }) => id === sold);
  if (source === 'tier' || !plan) return { kind: 'unknown' };
  return plan.priceCents === 0 ? { kind: 'free' } : { kind: 'plan', plan, currency: pricing.currency.toLowerCase() };
}

/** The plans of a manifest that the host can bill (`whyNotBilled`), and the free ones by the month. */
export function monthlyPlans(manifest: CanonicalManifest): ManifestPlan[] {
  const { pricing } = manifest;
  if (pricing.kind !== 'plans') return [];
  return pricing.plans.filter((plan) => !whyNotBilled(plan, pricing.currency));
}

/** The price of one plan, in minor units a month as decimal text. */
export interface PlanPrice {
  plan: string;
  amount_minor: string;
  currency: string;
}

/** What the plans cost of which the host can sell one. */
export const planPrices = (manifest: CanonicalManifest): PlanPrice[] =>
  monthlyPlans(manifest).map(({ id, priceCents }) => ({
    plan: id,
    amount_minor: String(priceCents),
    currency: manifest.pricing.kind === 'plans' ? manifest.pricing.currency.toLowerCase() : '',
  }));

export const isPaid = ({ amount_minor }: PlanPrice): boolean => amount_minor !== '0';

/** The plan that counts: the one that finance chose, else the cheapest paid one. */
export function soldPlan(prices: readonly PlanPrice[], hostPlan: string | null): string | undefined {
  const by = (a: PlanPrice, b: PlanPrice): number =>
    Number(BigInt(a.amount_minor) - BigInt(b.amount_minor)) || (a.plan < b.plan ? -1 : 1);
  return hostPlan ?? prices.filter(isPaid).sort(by)[0]?.plan;
}

const PRICED = new Set<string>(['free', ...PRICED_TIERS]);

/** The tier to look up in the host's price list; null when the Drive costs nothing. Undefined: no such price. */
export function pricedTier(manifest: CanonicalManifest): string | null | undefined {
  const { pricing } = manifest;
  if (pricing.kind === 'none') return null;
  if (pricing.kind === 'plans') return pricing.plans.every((plan) => plan.priceCents === 0) ? null : undefined;
  if (!PRICED.has(pricing.tier)) return undefined;
  return pricing.tier === 'free' ? null : pricing.tier;
}
