/**
 * How much a change matters, ascending. `consent` extends what the Drive may do or receive, or changes how it presents
 * itself (name, tagline, category, icon, contacts); `commercial` affects money, `compliance` affects claims, `breaking`
 * can stop something that works.
 */
export type ChangeLevel = 'cosmetic' | 'additive' | 'consent' | 'commercial' | 'compliance' | 'breaking';

/** One difference between two manifests, described in one sentence. */
export interface ManifestChange {
  /** Stable name of what changed, for example `permission_added`. */
  readonly kind: string;
  /** JSON pointer into the manifest in its own wire shape; for something that was removed, into the older one. */
  readonly pointer: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly level: ChangeLevel;
  readonly sentence: string;
}

const REVIEW: ReadonlySet<ChangeLevel> = new Set(['consent', 'commercial', 'compliance', 'breaking']);
const CONSENT: ReadonlySet<ChangeLevel> = new Set(['consent', 'commercial', 'compliance']);

/** True when a reviewer must approve the change before it goes live. */
export function needsReview(changes: readonly ManifestChange[]): boolean {
  return changes.some((change) => REVIEW.has(change.level));
}

/** True when an operator agrees to something new by accepting: more rights, other prices, other claims. */
export function needsConsent(changes: readonly ManifestChange[]): boolean {
  return changes.some((change) => CONSENT.has(change.level));
}
