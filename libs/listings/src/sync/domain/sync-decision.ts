import { diffManifests, needsReview, type ManifestChange } from '@portal/contract';
import { DO_NOT_CHECKS } from '../../review/domain/review-criteria.js';
import type { RevisionFacts } from '../../listing/domain/revision-diff.js';
import { versionStep } from '../../listing/domain/version-bump.js';

/** Reasons to defer a valid changed manifest. Each ends, and then it is checked again. */
export const DEFER_REASONS = ['author_suspended', 'submission_open', 'price_missing', 'listing_fee_missing'] as const;
export type DeferReason = (typeof DEFER_REASONS)[number];

/** Why a changed manifest is not followed; the last good revision stays live. */
export const SKIP_REASONS = [
  'version_lowered',
  'id_changed',
  'shape_changed',
  'refused_before',
  'taken_back',
  ...DEFER_REASONS,
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What the sync notes about a Drive. */
export type SyncNoteKind =
  | SkipReason
  | 'version_not_raised'
  | 'invalid'
  | 'unreachable'
  | 'origin_changed'
  | 'drift'
  | 'subprocessors_unannounced'
  | 'subprocessors_unreadable'
  | 'token_still_accepted';

export type SyncDecision =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'hold'; readonly reason: SkipReason }
  | {
      /** `publish`: at once. `review`: a person decides while the old revision serves. */
      readonly kind: 'publish' | 'review';
      /** Installs are asked only about a raised version. */
      readonly prompts: boolean;
      /** Changed, but the version was not raised (contract: Versioning 5). */
      readonly violation: 'version_not_raised' | null;
      readonly changes: readonly ManifestChange[];
    };

/** Results of the manifest's checks, as far as the decision needs them. */
type CheckedRules = readonly {
  readonly id: string;
  readonly status?: string;
  readonly findings: readonly { readonly pointer?: string }[];
}[];

/** Whether a do-not rule applies to the changes; earlier findings of it were approved with the live revision. */
function changesWhatIsFlagged(changes: readonly ManifestChange[], checks: CheckedRules): boolean {
  const flagged = checks
    .filter(({ id, status }) => DO_NOT_CHECKS.includes(id) && status !== 'observed')
    .flatMap(({ findings }) => findings.flatMap(({ pointer }) => (pointer === undefined ? [] : [`${pointer}/`])));
  return changes.some(({ pointer }) =>
    flagged.some((at) => at.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(at)),
  );
}

/**
 * What to do with a valid manifest that was read at the address of a live Drive; another origin is accepted only with a
 * submission. The digest decides whether something changed, the version whether installs are asked, the meaning of the
 * changes and the do-not rules whether a person reviews it first.
 * @param highest the highest version ever published: below it nothing is followed.
 * @param before outcome of exactly this digest: a reviewer rejected it, its author withdrew it, or it is in the sample.
 */
export function decideSync(
  live: RevisionFacts,
  found: RevisionFacts,
  {
    highest,
    before = null,
    checks = [],
  }: { highest: string | null; before?: 'refused_before' | 'taken_back' | 'sampled' | null; checks?: CheckedRules },
): SyncDecision {
  if (live.digest === found.digest) return { kind: 'unchanged' };
  if (live.manifest.shape !== found.manifest.shape) return { kind: 'hold', reason: 'shape_changed' };
  if (live.manifest.id !== found.manifest.id) return { kind: 'hold', reason: 'id_changed' };
  const step = versionStep(highest, found.manifest.version);
  if (step === 'lowered') return { kind: 'hold', reason: 'version_lowered' };
  if (before !== null && before !== 'sampled') return { kind: 'hold', reason: before };
  const changes = diffManifests(live.manifest, found.manifest);
  const prompts = step === 'raised';
  return {
    kind: before === 'sampled' || needsReview(changes) || changesWhatIsFlagged(changes, checks) ? 'review' : 'publish',
    prompts,
    violation: prompts ? null : 'version_not_raised',
    changes,
  };
}
