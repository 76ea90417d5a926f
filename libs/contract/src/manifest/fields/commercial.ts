import { isObject, type JsonObject } from '../../json/types.js';
import { count, oneOf, text, textLike, type FieldType } from '../field-types.js';
import { block, blocks, type FieldEntry, type MemberEntry, type ValuesOf } from '../field.js';
import { pricingPlans } from '../rules/pricing-plans.js';
import { pricingTier } from '../rules/pricing-tier.js';
import { PRICING_TIERS } from '../types.js';

const planMembers = {
  id: { at: 'id', type: text, required: true, text: 'Name of the plan for machines, unlike all others.' },
  name: { at: 'name', type: text, required: true, text: 'Name of the plan for people.' },
  priceCents: {
    at: 'price_cents',
    type: count,
    required: true,
    text: 'Price of one interval in minor units: 4900 for 49.00.',
  },
  interval: { at: 'interval', type: text, required: true, text: 'How often it is due, for example month.' },
} as const satisfies Readonly<Record<string, MemberEntry>>;

const plans = block({
  model: { at: 'model', type: text, required: true, text: 'How is paid, for example subscription.' },
  currency: {
    at: 'currency',
    type: textLike({ pattern: '^[a-z]{3}$' }),
    required: true,
    text: 'Currency code in lower case.',
  },
  plans: { at: 'plans', type: blocks(planMembers), required: true, text: 'The plans.' },
});

/** One plan of a flat manifest; `priceCents` is in minor units of the currency. */
export type ManifestPlan = ValuesOf<typeof planMembers>;

/** Price according to the Drive. Shape B names a tier that the host prices; shape A may list plans. */
export type ManifestPricing =
  | { readonly kind: 'tier'; readonly tier: string }
  | ({ readonly kind: 'plans' } & ValuesOf<(typeof plans)['members']>)
  | { readonly kind: 'none' };

const pricing: FieldType<ManifestPricing> = {
  ...plans,
  read: (value) => {
    const read = plans.read(value);
    return read && { kind: 'plans', ...read };
  },
};

const tierOf = ({ drive }: JsonObject): ManifestPricing => ({
  kind: 'tier',
  tier: isObject(drive) ? (text.read(drive.pricing_tier) ?? '') : '',
});

/** Fields about the price of the Drive. */
export const commercialFields = {
  pricingTier: {
    structured: '/drive/pricing_tier',
    type: oneOf(PRICING_TIERS, 'pricing_tier_unknown'),
    required: true,
    text: 'Tier whose price the host sets; "custom" has no price and is not listed as it is.',
    change: 'none',
    rules: [pricingTier],
  },
  pricing: {
    flat: '/pricing',
    structured: tierOf,
    type: pricing,
    text: 'What the Drive costs. Without it the host knows no price.',
    absent: () => ({ kind: 'none' }),
    change: 'own',
    rules: [pricingPlans],
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;
