import type { CanonicalManifest } from '@portal/contract';
import { formatMinor } from '@portal/kernel';
import { pricedTier } from '../domain/listing-checks.js';
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

/** The card of a manifest: what the catalogue shows, and what a reviewer sees beforehand. */
export function card(row: CardRow): CardView {
  const { manifest } = row;
  const tier = pricedTier(manifest);
  const price =
    tier && row.amount_minor !== null && row.currency !== null
      ? { amount_minor: row.amount_minor, currency: row.currency, interval: 'month' as const }
      : null;
  return {
    drive_id: row.drive_id,
    slug: row.slug,
    name: manifest.name,
    tagline: manifest.tagline,
    author: row.author,
    category: manifest.category,
    motion: manifest.motion,
    tier: tier === undefined ? 'custom' : (tier ?? 'free'),
    price,
    price_label: price
      ? `${formatMinor(BigInt(price.amount_minor), price.currency)} per month`
      : tier === null
        ? 'Free'
        : 'Price on request',
    icon_url: manifest.iconUrl,
    version: row.version,
    permissions_count: manifest.permissionsRequested.length,
  };
}
