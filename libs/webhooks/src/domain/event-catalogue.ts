/** Everything an author's server can be told, with what it is about; all ids and small facts, never secrets or amounts. */
export const AUTHOR_EVENTS = {
  'application.decided': 'A reviewer decided on an application: approved, changes_requested or rejected.',
  'appeal.decided':
    'A reviewer decided on your appeal: granted or dismissed. `application_id`, `submission_id`, or only `drive_id` where a removal was appealed, says which.',
  'submission.checked':
    'All checks of a submission have run; `state` says whether it failed or waits for a reviewer. `from` is null where we found the update at your manifest address.',
  'submission.decided': 'A reviewer decided: approved, changes_requested or rejected.',
  'version.published': 'A higher version of a Drive went live; installs are asked.',
  'version.held': 'A changed manifest is not followed; `text` says why.',
  'evidence.due': 'Evidence of a compliance claim ends in 30 days, in 7 days, or has expired; `due` says which.',
  'listing.sunset_announced': 'The end of a Drive was announced, with its two days.',
  'listing.sunset_withdrawn': 'The announced end of a Drive is off.',
  'listing.state_changed':
    'A listing went from one state to another (`from`, `to`); `by` is author, staff or portal, `reason` says why.',
  'listing.ended': 'A Drive was retired or removed; its installs end.',
  'signing_key.rotated': 'A new signing secret signs from now on; the old one ends at `previous_ends_at`.',
  'signing_key.ending': 'An old signing secret ends soon although it is still needed.',
  'signing_key.adopted': 'The Drive accepted a signing secret for the first time.',
  'signing_key.ended': 'A signing secret was ended before its time.',
  'agreement.published': 'A new agreement was published, with the day until which it is to be signed.',
  'author.suspended': 'Your developer account is suspended; `code` says why. Nothing new is taken, installs go on.',
  'author.resumed': 'The suspension of your developer account is lifted; held versions are looked at again.',
  'payout.settled': 'The transfer of a payout was made.',
  'webhook.test': 'Somebody pressed "Send a test".',
} as const;
export type AuthorEventType = keyof typeof AUTHOR_EVENTS;
export const AUTHOR_EVENT_TYPES = Object.keys(AUTHOR_EVENTS) as AuthorEventType[];

/** Types an endpoint may ask for; a test goes to whatever endpoint it is pressed for. */
export const SUBSCRIBABLE_TYPES = AUTHOR_EVENT_TYPES.filter((type) => type !== 'webhook.test');
