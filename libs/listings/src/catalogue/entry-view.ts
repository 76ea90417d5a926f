import { deliveredKinds, describePermission, type CanonicalManifest } from '@portal/contract';
import { pricedTier } from '../pricing/domain/price-rule.js';
import { addressesView } from '../listing/addresses.view.js';
import { permissionView } from '../listing/manifest.view.js';
import type { CardView, CatalogueEntryView } from './catalogue.view.js';
import { entryCard, type EntryRow } from './card.js';
import type { Price } from '../pricing/prices.js';

export interface Whole extends Pick<CatalogueEntryView, 'content' | 'changes'> {
  digest: string;
  manifest: CanonicalManifest;
}
/** An entry with everything of its manifest. */
export type Entry = Whole & { card: CardView; listed_at: string };

/** An entry as of an instant, as it is read. */
export type EntryThen = Omit<EntryRow, 'tier' | 'amount_minor' | 'currency'> &
  Whole & { revision_id: string; published_at: Date };

/** @param price of the manifest's tier at that instant */
export function entryThen(row: EntryThen, price: Price | undefined): Entry {
  const tier = pricedTier(row.manifest);
  const paid = { amount_minor: price?.amountMinor.toString() ?? null, currency: price?.currency ?? null };
  const card = entryCard({ ...row, tier: tier === null ? 'free' : (tier ?? null), ...paid });
  const { listed_at, digest, manifest, content, changes } = row;
  return { card, listed_at, digest, manifest, content, changes };
}

/** Everything about a Drive that its capabilities announce. */
export function entryView(entry: Entry): CatalogueEntryView {
  const { manifest } = entry;
  const can = (capability: string): boolean => manifest.capabilities.includes(capability);
  return {
    ...entry.card,
    description: manifest.description,
    digest: entry.digest,
    permissions: manifest.permissionsRequested.map((permission) => permissionView(describePermission(permission))),
    capabilities: manifest.capabilities,
    // Only what a capability announces is shown (contract: capabilities).
    events_emitted: can('events') ? manifest.eventsEmitted : [],
    events_consumed: can('events') ? deliveredKinds(manifest) : [],
    config_schema: manifest.configSchema,
    quota: manifest.quota && {
      unit: manifest.quota.unit,
      limit: manifest.quota.limit,
      overage_policy: manifest.quota.overagePolicy,
    },
    // Claims of the author, of this revision.
    compliance: manifest.compliance
      ? {
          frameworks: [...manifest.compliance.frameworks],
          data_classes: [...manifest.compliance.dataClasses],
          data_residency: [...manifest.compliance.dataResidency],
          baa_required: manifest.compliance.baaRequired,
          subprocessors_url: manifest.compliance.subprocessorsUrl,
        }
      : null,
    ...addressesView(manifest),
    content: entry.content,
    changes: entry.changes,
    listed_at: new Date(entry.listed_at).toISOString(),
    by_author: [],
    retirement: null,
  };
}
