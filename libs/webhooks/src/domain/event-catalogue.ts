import type { HostEventType } from './host-event-catalogue.js';

/**
 * All events of author webhooks and when each is sent. Messages contain ids and small facts, never secrets.
 */
export const AUTHOR_EVENTS = {
  'application.decided': 'A reviewer decided on an application: approved, changes requested or rejected.',
  'appeal.decided':
    'A reviewer granted or dismissed an appeal about an application (`application_id`), a submission (`submission_id`) or a removal (only `drive_id`).',
  'submission.checked':
    'All checks of a submission have run; `state` says whether it failed or is waiting for a reviewer. `from` is null if we found the update at your manifest address.',
  'submission.decided': 'A reviewer decided on a submission: approved, changes requested or rejected.',
  'version.published': 'A higher version of a Drive was published; its installs are offered the upgrade.',
  'version.held': 'A changed manifest was not published; `text` says why.',
  'evidence.due': 'Evidence of a compliance claim expires in 60, 30 or 7 days, or has expired; `due` says which.',
  'listing.sunset_announced':
    'The deprecation of a Drive was announced: no new installs from `closes_at` on, and existing installs end at `retires_at`.',
  'listing.sunset_withdrawn': 'The deprecation of a Drive was withdrawn.',
  'listing.state_changed':
    'A listing changed its state from `from` to `to`; `by` is author, staff or portal, and `reason` says why.',
  'listing.ended': 'A Drive was retired or removed; its installs end.',
  'signing_key.rotated': 'A new signing key signs from now on; the old one ends at `previous_ends_at`.',
  'signing_key.ending': 'An old signing key ends in 12 hours or in 1 hour although it is still needed.',
  'signing_key.adopted': 'The Drive accepted a signing key for the first time.',
  'signing_key.ended': 'A signing key was revoked before its time.',
  'agreement.published':
    'A version of the developer agreement was published; sign it until `sign_until`, which the first version has not.',
  'author.suspended':
    'Your developer account was suspended; `code` says why. No submissions or versions are accepted; existing installs continue.',
  'author.resumed': 'The suspension of your developer account was lifted; deferred versions are checked again.',
  'drive.installed': 'A tenant installed a Drive; `amounts` has its price per month.',
  'drive.upgraded': 'An install runs another version; `amounts` has its price per month.',
  'drive.uninstalled': 'An install has ended.',
  'invoice.paid': 'A customer paid; `amounts` has your share.',
  'refund.succeeded': 'A customer got money back; `amounts` has your part of it.',
  'refund.failed': 'A refund did not reach the customer; `amounts` is in your balance again.',
  'dispute.opened': 'A customer disputed a payment; `amounts` has what is on hold of your share.',
  'dispute.won': 'A dispute was won; `amounts` is in your balance again.',
  'dispute.lost': 'A dispute was lost; `amounts` was deducted from your earnings.',
  'payout_hold.placed': 'Part of what you are owed is put on hold; `amounts` has it as of then.',
  'payout_hold.ended': 'A hold puts nothing more on hold; `amounts` has what it had kept.',
  'payout_hold.released': 'What a hold had kept of a month is paid with your next payout.',
  'payout.settled': 'The transfer of a payout was made.',
  'payout.refused': 'A payout could not be made, or your bank rejected it; `reason` says why.',
  'payout.reversed': 'Some or all of a payout was taken back at the payment processor.',
  'webhook.test': 'Someone sent a test message.',
} as const;
export type AuthorEventType = keyof typeof AUTHOR_EVENTS;
/** Every event type of webhooks of authors and the host. */
export type WebhookEventType = AuthorEventType | HostEventType;
export const AUTHOR_EVENT_TYPES = Object.keys(AUTHOR_EVENTS) as AuthorEventType[];

/** Types that a webhook can subscribe to. A test is sent whatever it subscribes to. */
export const SUBSCRIBABLE_TYPES = AUTHOR_EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** Whose webhooks receive an event: those of an organisation, of the host (null), or of every author. */
export type Concerns = { readonly orgId: string | null } | 'every_author';
