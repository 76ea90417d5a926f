import type { CanonicalManifest } from '@portal/contract';
import { formatMinor } from '@portal/kernel';
import { planPrices, pricedTier, soldPlan, type BillingModel, type PlanPrice } from '../pricing/domain/price-rule.js';
import { conformanceState } from '../conformance/domain/conformance-state.js';
import type { CardView, VerifiedView } from './catalogue.view.js';

/** Facts that decide the price of an entry. */
interface Priced {
  /** Of the current open-market price in usd; null when the tier has none. */
  amount_minor: string | null;
  currency: string | null;
  /** Decision of finance, where there is one. */
  billing_model: BillingModel | null;
  host_plan: string | null;
  /** Prices of the revision's own plans; null where a tier gives the price. */
  plans: readonly PlanPrice[] | null;
}

/** Content of a card: from the approved revision, and what changes without a new one. */
interface CardRow extends Priced {
  drive_id: string;
  slug: string;
  name: string;
  tagline: string;
  author: string;
  category: string | null;
  motion: string | null;
  tier: string | null;
  version: string | null;
  permissions_count: number;
  installs: number;
  /** Digest of the icon that we serve; null without one. */
  icon: string | null;
  /** As its author wrote it, else of the icon. */
  accent: string | null;
  conformance_ok: boolean | null;
  /** Of the newest reviewed version. */
  checks: CardView['checks'];
  /** Last run of all checks that passed, as the database writes it. */
  verified_at: string | null;
  /** Null: not verified, or not known of that time. */
  proof: VerifiedView | null;
  /** When this revision went live, as the database writes it; null before. */
  updated_at: string | null;
}

/** An entry of the catalogue, as it is read. */
export interface EntryRow extends CardRow {
  updated_at: string;
  sort_name: string;
  installs_down: number;
  /** Instant as the database writes it. */
  listed_at: string;
}

type PriceTag = Pick<CardView, 'billing_model' | 'price' | 'price_label'>;

/** Where the author bills, we know no price. */
function priceTag(tier: string | null | undefined, row: Priced): PriceTag {
  const model = row.billing_model ?? 'platform';
  if (model === 'author_billing') return { billing_model: model, price: null, price_label: 'Billed by the author' };
  if (tier === null) return { billing_model: model, price: null, price_label: 'Free' };
  const { amount_minor: amount, currency } = row;
  if (tier !== undefined && amount !== null && currency !== null)
    return exactly(model, { amount_minor: amount, currency });
  const plans = row.plans ?? [];
  const plan = soldPlan(plans, row.host_plan);
  const sold = plans.find((one) => one.plan === plan);
  if (sold?.amount_minor === '0') return { billing_model: model, price: null, price_label: 'Free plan' };
  return sold ? exactly(model, sold) : { billing_model: model, price: null, price_label: 'Price on request' };
}

type Amount = Pick<PlanPrice, 'amount_minor' | 'currency'> & { plan?: string | null };

function exactly(model: BillingModel, { amount_minor, currency, plan = null }: Amount): PriceTag {
  const price = { amount_minor, currency, interval: 'month' as const, plan };
  return { billing_model: model, price, price_label: `${formatMinor(BigInt(amount_minor), currency)} per month` };
}

/**
 * The card of an entry of the catalogue. Field by field: an object spread from another one costs twenty times as much
 * memory, for each card of a page.
 */
export function entryCard(entry: CardRow): CardView {
  const tier = entry.tier === 'free' ? null : (entry.tier ?? undefined);
  const { billing_model, price, price_label } = priceTag(tier, entry);
  return {
    drive_id: entry.drive_id,
    slug: entry.slug,
    name: entry.name,
    tagline: entry.tagline,
    author: entry.author,
    category: entry.category,
    motion: entry.motion,
    tier: entry.tier ?? 'custom',
    billing_model,
    price,
    price_label,
    version: entry.version,
    updated_at: entry.updated_at && new Date(entry.updated_at).toISOString(),
    verified: entry.proof && { ...entry.proof, at: new Date(entry.proof.at).toISOString() },
    permissions_count: entry.permissions_count,
    installs: entry.installs,
    conformance: {
      state: conformanceState(entry.conformance_ok),
      verified_at: entry.verified_at && new Date(entry.verified_at).toISOString(),
    },
    checks: entry.checks,
    accent: entry.accent && /^#[0-9a-f]{6}$/i.test(entry.accent) ? entry.accent.toLowerCase() : null,
    icon_url: entry.icon && `/api/public/icons/${entry.icon}`,
  };
}

/** The card of a manifest, as a reviewer sees it before publication. */
export function card(
  row: Pick<CardRow, 'drive_id' | 'slug' | 'author' | 'icon'> & Omit<Priced, 'plans'>,
  manifest: CanonicalManifest,
): CardView {
  const tier = pricedTier(manifest);
  return entryCard({
    ...row,
    name: manifest.name,
    tagline: manifest.tagline,
    category: manifest.category,
    motion: manifest.motion,
    accent: manifest.accentColor,
    tier: tier === null ? 'free' : (tier ?? null),
    plans: planPrices(manifest),
    version: manifest.version,
    permissions_count: manifest.permissionsRequested.length,
    installs: 0,
    conformance_ok: null,
    checks: null,
    verified_at: null,
    proof: null,
    updated_at: null,
  });
}
