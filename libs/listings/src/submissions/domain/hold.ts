import type { ListingState } from '../../listing/domain/listing-state.js';
import type { SyncNoteKind } from '../../sync/domain/sync-decision.js';
import type { SubmissionState } from './submission-state.js';

/** Who has to act. `second_person`: whoever had no part in it yet; `portal`: it goes on by itself. */
export const HOLD_PARTIES = ['author', 'reviewer', 'second_person', 'finance', 'staff', 'portal', 'nobody'] as const;
type Words = readonly [party: (typeof HOLD_PARTIES)[number], passes: string, why?: string];
const AGAIN = 'then it is read again by itself.';
const CHECKS: Words = ['portal', 'Every check that blocks passes.', 'The checks run.'];
/** By the states of submission and listing, what the sync noticed, and more; null: it holds nothing back. */
export const HOLDS = {
  received: CHECKS,
  validating: CHECKS,
  failed: ['author', 'Mend what is listed and submit again.', 'A check that blocks failed.'],
  in_review: ['reviewer', 'A reviewer approves it.', 'It waits for a reviewer.'],
  being_reviewed: ['reviewer', 'The reviewer approves it.', 'A reviewer works on it.'],
  checks_again: ['portal', 'The checks end; then a reviewer decides.', 'Its checks run again.'],
  second_person: ['second_person', 'A second reviewer approves.', 'An exception of a check waits.'],
  changes_requested: ['author', 'Answer or mend every finding.', 'A reviewer asks for changes.'],
  rejected: ['author', 'Submit another one, or appeal in time.', 'A reviewer rejected this manifest.'],
  appealed: ['second_person', 'Whoever had no part in it grants it.', 'Your appeal waits.'],
  approved: null,
  withdrawn: null,
  version_lowered: ['author', 'Serve a version above every one that was published.'],
  id_changed: ['author', 'Serve the id under which the Drive is listed.'],
  shape_changed: ['author', 'Submit the manifest for review.'],
  refused_before: ['author', 'Serve another manifest, or appeal in time.'],
  taken_back: ['author', 'Change the manifest, or submit it.'],
  author_suspended: ['staff', `The account may have updates followed; ${AGAIN}`],
  submission_open: ['reviewer', `The open submission ends; ${AGAIN}`],
  price_missing: ['finance', `Finance sets a price; ${AGAIN}`],
  listing_fee_missing: ['finance', `Finance sets the listing fee; ${AGAIN}`],
  version_not_raised: ['author', 'Raise the version, so that operators are offered the change.'],
  invalid: ['author', 'Serve a manifest that passes the checks.'],
  unreachable: ['author', 'Serve the manifest at its address again.'],
  origin_changed: ['author', 'Submit the new address, or serve the manifest at the old one.'],
  drift: ['author', 'Make the Drive do what its manifest declares.'],
  subprocessors_unannounced: null,
  subprocessors_unreadable: null,
  token_still_accepted: null,
  unlisted: null,
  listed: null,
  sunset_announced: null,
  paused: ['staff', 'The platform resumes it.', 'It is paused: there are no new installs.'],
  closed_to_installs: ['nobody', 'Nothing any more.', 'It takes no installs, as announced.'],
  retired: ['nobody', 'Nothing any more.', 'It has ended, as announced.'],
  removed: ['author', 'Only a granted appeal brings it back.', 'Two people removed it.'],
  not_submitted: ['author', 'Submit a manifest.', 'No version of it is on its way.'],
  not_installable: ['staff', 'The platform lets it be installed again.'],
  account: ['author', 'The account may submit again.'],
  account_off: ['staff', 'The platform lets the account submit again.'],
} satisfies Record<SubmissionState | ListingState | SyncNoteKind, Words | null> & Record<string, Words | null>;
export type HoldKind = keyof typeof HOLDS;

/** What holds a Drive, in words for its author; null: nothing of it. */
export const holdOf = (kind: HoldKind, said = '') => {
  const words: Words | null = HOLDS[kind];
  return words && { kind, party: words[0], why: [words[2], said].filter(Boolean).join(' '), passes: words[1] };
};
