import type { CanonicalManifest } from '@portal/contract';
import { formatMinor } from '@portal/kernel';
import { pricedTier } from '../domain/listing-checks.js';
import { conformanceState } from '../domain/conformance-state.js';
import type { CardView } from '../http/listings.view.js';

export interface CardRow {
  drive_id: string;
  slug: string;
  author: string;
  version: string | null;
  manifest: CanonicalManifest;
  /** Of the current open-market price in usd; null when the tier has none. */
  amount_minor: string | null;
  currency: string | null;
}

/** An entry of the catalogue: the card of the approved revision, as it was written down when that went live. */
export interface EntryRow {
  drive_id: string;
  slug: string;
  name: string;
  sort_name: string;
  tagline: string;
  author: string;
  category: string | null;
  motion: string | null;
  tier: string | null;
  version: string | null;
  permissions_count: number;
  installs: number;
  installs_down: number;
  /** Digest of the icon that we serve; null without one. */
  icon: string | null;
  conformance_ok: boolean | null;
  /** Last run of all checks that passed, as the database writes it. */
  verified_at: string | null;
  /** Instant as the database writes it. */
  listed_at: string;
  amount_minor: string | null;
  currency: string | null;
}

/** An entry as it is read: what was written down of it, and what may change beside it. */
export interface WrittenEntry extends Pick<EntryRow, 'author' | 'amount_minor' | 'currency'> {
  card: Omit<EntryRow, 'author' | 'amount_minor' | 'currency'>;
}

export const entryOf = ({ card, author, amount_minor, currency }: WrittenEntry): EntryRow => ({
  ...card,
  author,
  amount_minor,
  currency,
});

type Priced = Pick<CardRow, 'amount_minor' | 'currency'>;

function priceTag(tier: string | null | undefined, row: Priced): Pick<CardView, 'price' | 'price_label'> {
  const price =
    tier && row.amount_minor !== null && row.currency !== null
      ? { amount_minor: row.amount_minor, currency: row.currency, interval: 'month' as const }
      : null;
  const label = price
    ? `${formatMinor(BigInt(price.amount_minor), price.currency)} per month`
    : tier === null
      ? 'Free'
      : 'Price on request';
  return { price, price_label: label };
}

/** The card of an entry of the catalogue. */
export function entryCard(row: EntryRow): CardView {
  return {
    drive_id: row.drive_id,
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    author: row.author,
    category: row.category,
    motion: row.motion,
    tier: row.tier ?? 'custom',
    ...priceTag(row.tier === 'free' ? null : (row.tier ?? undefined), row),
    version: row.version,
    permissions_count: row.permissions_count,
    installs: row.installs,
    conformance: {
      state: conformanceState(row.conformance_ok),
      verified_at: row.verified_at && new Date(row.verified_at).toISOString(),
    },
    icon_url: row.icon && `/api/public/icons/${row.icon}`,
  };
}

/** The card of a manifest, as a reviewer sees it beforehand. */
export function card(row: CardRow): CardView {
  const { manifest } = row;
  const tier = pricedTier(manifest);
  return {
    drive_id: row.drive_id,
    slug: row.slug,
    name: manifest.name,
    tagline: manifest.tagline,
    author: row.author,
    category: manifest.category,
    motion: manifest.motion,
    tier: tier === undefined ? 'custom' : (tier ?? 'free'),
    ...priceTag(tier, row),
    version: row.version,
    permissions_count: manifest.permissionsRequested.length,
    installs: 0,
    conformance: { state: 'unknown', verified_at: null },
    icon_url: null,
  };
}
