import type { CanonicalManifest } from '@portal/contract';

const PRICED = new Set(['free', 'starter', 'standard', 'pro', 'premium', 'flagship']);

/** The tier to look up in the host's price list; null when the Drive costs nothing. Undefined: no such price. */
export function pricedTier(manifest: CanonicalManifest): string | null | undefined {
  const { pricing } = manifest;
  if (pricing.kind === 'none') return null;
  if (pricing.kind === 'plans') return pricing.plans.every((plan) => plan.priceCents === 0) ? null : undefined;
  if (!PRICED.has(pricing.tier)) return undefined;
  return pricing.tier === 'free' ? null : pricing.tier;
}
