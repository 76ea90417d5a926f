import { defineStates } from '@portal/kernel';

/**
 * States of a listing (mirrored by the trigger `state_order`). Only `listed` is in the catalogue; installs keep running
 * until the listing is `retired`, at its announced day, or `removed`, at once by two people.
 */
export const listingStates = defineStates({
  unlisted: ['listed'],
  listed: ['paused', 'sunset_announced', 'removed'],
  paused: ['listed', 'sunset_announced', 'removed'],
  sunset_announced: ['listed', 'closed_to_installs', 'removed'],
  closed_to_installs: ['retired', 'removed'],
  retired: [],
  // Only by a granted appeal.
  removed: ['listed', 'paused', 'closed_to_installs'],
});
export type ListingState = (typeof listingStates)['states'][number];

/** States that staff may set directly; every other state has its own use case and record. */
export const STAFF_STATES = ['listed', 'paused'] as const satisfies readonly ListingState[];
export type StaffState = (typeof STAFF_STATES)[number];

/** How the author sees a Drive: the listing together with its open submission. `refusing`: running installs refuse calls. */
export function driveState(
  listing: ListingState | null,
  latestSubmission: string | null,
  trouble: 'unreachable' | 'refusing' | false = false,
): string {
  if (listing === null) return 'reserved';
  const inReview = latestSubmission === 'in_review';
  if (listing === 'listed') return trouble || (inReview ? 'live_update' : 'listed');
  if (listing !== 'unlisted') return listing;
  return ['in_review', 'changes_requested', 'rejected'].includes(latestSubmission ?? '')
    ? latestSubmission!
    : 'unlisted';
}

/** All checks are run again after this, though the manifest stays: a Drive may drift away from it. */
export const CHECKS_LAST_MS = 24 * 3_600_000;
