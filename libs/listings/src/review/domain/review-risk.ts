import { PRICING_TIERS, type ManifestPricing } from '@portal/contract';
import { pricedTier } from '../../pricing/domain/price-rule.js';
import { accountedBy, asksForData } from '../../listing/domain/permission-use.js';
import { diffRevisions, type ReadManifest } from '../../listing/domain/revision-diff.js';

/** Why a case needs more care than another, as sentences; the heaviest first. */
export const RISKS = [
  'breaking',
  'origin_changed',
  'renamed',
  'permission_added',
  'permission_unexplained',
  'price_raised',
  'price_changed',
  'custom_price',
  'regulated_data',
  'claims_changed',
  'first_drive',
  'slow_endpoint',
] as const;
export type Risk = (typeof RISKS)[number];

export interface RiskFacts extends ReadManifest {
  /** The live revision; null for a first version. */
  readonly base: ReadManifest | null;
  /** No Drive of the author was ever live. */
  readonly firstDrive: boolean;
  /** An answer of the Drive was slower than recommended. */
  readonly slow: boolean;
}

/** The risks of a case, from its manifest, its changes and its author. */
export function risksOf({ origin, manifest, base, firstDrive, slow }: RiskFacts): Risk[] {
  const changes = base ? diffRevisions(base, { origin, manifest }) : [];
  const raised = base !== null && costsMore(base.manifest.pricing, manifest.pricing);
  const { compliance } = manifest;
  const there: Record<Risk, boolean> = {
    breaking: changes.some(({ level }) => level === 'breaking'),
    origin_changed: changes.some(({ kind }) => kind === 'origin'),
    renamed: changes.some(({ kind }) => kind === 'name'),
    permission_unexplained: manifest.permissionsRequested.some((name) => accountedBy(name, manifest).length === 0),
    permission_added: changes.some(({ kind }) => kind === 'permission_added'),
    price_raised: raised,
    price_changed: !raised && changes.some(({ level }) => level === 'commercial'),
    custom_price: pricedTier(manifest) === undefined,
    regulated_data:
      asksForData(manifest) || (compliance !== null && (compliance.dataClasses.length > 0 || compliance.baaRequired)),
    claims_changed: changes.some(({ level }) => level === 'compliance'),
    first_drive: firstDrive,
    slow_endpoint: slow,
  };
  return RISKS.filter((risk) => there[risk]);
}

/** True when a higher tier is named, or a plan with the same id costs more. */
function costsMore(from: ManifestPricing, to: ManifestPricing): boolean {
  if (to.kind === 'tier') return from.kind === 'tier' && rank(to.tier) > rank(from.tier);
  if (to.kind !== 'plans' || from.kind !== 'plans' || to.currency !== from.currency) return false;
  const before = new Map(from.plans.map((plan) => [plan.id, plan.priceCents]));
  return to.plans.some(({ id, priceCents }) => priceCents > (before.get(id) ?? Infinity));
}

/** `custom` and unknown tiers are no step up or down. */
function rank(tier: string): number {
  const at = (PRICING_TIERS as readonly string[]).indexOf(tier);
  return at < 0 || tier === 'custom' ? NaN : at;
}
