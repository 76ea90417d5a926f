import { needsReview, type ChangeLevel } from '@portal/contract';
import type { ComplianceGap } from '../../tenants/domain/tenant-compliance.js';

/** Upgrades that a tenant accepts automatically: none, or those that request nothing new. */
export const ACCEPTS = ['nothing', 'harmless'] as const;
export type Accepts = (typeof ACCEPTS)[number];

/** Per month, minor units; currency null without a price. */
interface PriceChange {
  readonly before: { readonly amount: bigint; readonly currency: string | null };
  readonly after: { readonly amount: bigint; readonly currency: string | null };
}

/** A lower price does not count; another currency counts as raised. */
export function isPriceRaised({ before, after }: PriceChange): boolean {
  const otherMoney = before.amount > 0n && after.amount > 0n && before.currency !== after.currency;
  return after.amount > before.amount || otherMoney;
}

/** Installs that are equal in everything that an upgrade depends on. */
export interface UpgradeCase extends PriceChange {
  readonly changes: readonly { readonly level: ChangeLevel; readonly kind?: string }[];
  readonly accepts: Accepts;
  /** Parts of the new revision that the tenant may not run. */
  readonly gaps: readonly ComplianceGap[];
}

/** `alone`: at once, by the tenant's policy. `consent`: an operator decides. `blocked`: nobody can accept it yet. */
export type Outcome = 'alone' | 'consent' | 'blocked';
export type OutcomeReason =
  Exclude<ChangeLevel, 'cosmetic' | 'additive'> | 'settings_required' | 'price_raised' | 'asked_first' | ComplianceGap;

/** Changes of the form after which an install may lack a setting, unless there is a default for it. */
const ASKS_SETTINGS: readonly string[] = ['config_required_added', 'config_schema_added'];
const WEIGHTY: readonly OutcomeReason[] = ['consent', 'commercial', 'compliance', 'breaking'];

/**
 * Outcome of a new revision for installs, and why. The one rule for the forecast and the actual upgrade.
 */
export function upgradeOutcome(one: UpgradeCase): { outcome: Outcome; reasons: OutcomeReason[] } {
  if (one.gaps.length > 0) return { outcome: 'blocked', reasons: [...one.gaps] };
  const levels = new Set<string>(one.changes.map((change) => change.level));
  const reasons = needsReview(one.changes as Parameters<typeof needsReview>[0])
    ? WEIGHTY.filter((level) => levels.has(level))
    : [];
  if (one.changes.some(({ kind, level }) => level === 'breaking' && ASKS_SETTINGS.includes(kind ?? '')))
    reasons.push('settings_required');
  if (isPriceRaised(one)) reasons.push('price_raised');
  if (reasons.length === 0 && one.accepts === 'nothing') reasons.push('asked_first');
  return { outcome: reasons.length === 0 ? 'alone' : 'consent', reasons };
}
