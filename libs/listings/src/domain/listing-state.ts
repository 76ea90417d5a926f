import { defineStates } from '@portal/kernel';

/** Life of a listing. Only `listed` is in the catalogue and can be installed; what is installed runs on in any state. */
export const listingStates = defineStates({
  unlisted: ['listed'],
  listed: ['paused', 'sunset_announced'],
  paused: ['listed', 'sunset_announced'],
  sunset_announced: ['listed', 'closed_to_installs'],
  closed_to_installs: ['retired'],
  retired: [],
});
export type ListingState = (typeof listingStates)['states'][number];

/** States in which the Drive still serves somebody, so its manifest is followed. */
export const FOLLOWED_STATES: readonly ListingState[] = ['listed', 'paused', 'sunset_announced', 'closed_to_installs'];

/** How the author sees a Drive: the listing together with what is on its way. */
export function driveState(listing: ListingState | null, latestSubmission: string | null): string {
  if (listing === null) return 'reserved';
  const inReview = latestSubmission === 'in_review';
  if (listing === 'listed') return inReview ? 'live_update' : 'listed';
  if (listing !== 'unlisted') return listing;
  return ['in_review', 'changes_requested', 'rejected'].includes(latestSubmission ?? '')
    ? latestSubmission!
    : 'unlisted';
}

/** All checks are run again after this, though the manifest stays: a Drive may drift away from it. */
export const CHECKS_LAST_MS = 24 * 3_600_000;
