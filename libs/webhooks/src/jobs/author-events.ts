import { AgreementPublished, AppealDecided, ApplicationDecided, AuthorResumed, AuthorSuspended } from '@portal/authors';
import { DisputeDecided, DisputeOpened, InvoicePaid, RefundFailed, RefundSucceeded } from '@portal/billing';
import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import { formatMinor } from '@portal/kernel';
import {
  EvidenceDue,
  ListingAppealEnded,
  ListingEnded,
  ListingStateChanged,
  ManifestDeferred,
  SubmissionMoved,
  DeprecationAnnounced,
  DeprecationWithdrawn,
  VersionPublished,
} from '@portal/listings';
import {
  PayoutHoldEnded,
  PayoutHoldPlaced,
  PayoutHoldReleased,
  PayoutRefused,
  PayoutReversed,
  PayoutSettled,
} from '@portal/payouts';
import type { EventType } from '@portal/platform/events';
import type { MailTopic } from '@portal/platform/mail';
import { SigningKeyAdopted, SigningKeyEnded, SigningKeyEnding, SigningKeyRotated } from '@portal/secrets';
import type { AuthorEventType } from '../domain/event-catalogue.js';
import type { AuthorFact, FactId, FactKind } from '../read/author-facts.js';
import type { TestMessage } from '../challenge-webhook.js';
import { processorsOf, source, type MessageOf } from './source.js';

const aboutDrive =
  <T extends AuthorEventType>(type: T) =>
  <P extends { drive_id: string }>(payload: P) => ({ type, data: payload, of: { driveId: payload.drive_id } });
/** Keys of a tenant or of the fleet concern the host only. */
const aboutKey =
  <T extends AuthorEventType>(type: T) =>
  <P extends { scope: string; drive_id: string | null }>(payload: P) =>
    payload.scope === 'drive' && payload.drive_id !== null
      ? {
          type,
          data: { ...payload, scope: payload.scope, drive_id: payload.drive_id },
          of: { driveId: payload.drive_id },
        }
      : undefined;

const oneOf =
  <const S extends readonly string[]>(...states: S) =>
  (state: string): state is S[number] =>
    states.includes(state);
const isChecked = oneOf('failed', 'in_review');
const isDecided = oneOf('approved', 'changes_requested', 'rejected');
const isAppealDecided = oneOf('granted', 'dismissed');

interface Sent {
  topic: MailTopic;
  /** The mail waits for the summary of the day; grouped ones are one notification a day. Otherwise it is sent at once. */
  daily?: 'single' | 'grouped';
  path: (of: AuthorFact & { payout_id: string | null }) => string;
}
const INSTALLS: Sent = {
  topic: 'installs',
  daily: 'grouped',
  path: (of) => `/author/drives/${of.drive_ids[0]}/installs`,
};
const SALES: Sent = { topic: 'installs', daily: 'grouped', path: () => '/author/earnings' };
const HOLDS: Sent = { topic: 'payouts', daily: 'single', path: () => '/author/payouts' };
const REFUSALS: Sent = { topic: 'payouts', path: (of) => `/author/payouts/${of.payout_id}` };
const PAYOUTS: Sent = { ...REFUSALS, daily: 'single' };
const SENT: Record<FactKind, Sent> = {
  ...{ running: INSTALLS, ended: INSTALLS, charge: SALES, refund: SALES },
  dispute: { topic: 'disputes', path: SALES.path },
  ...{ placed: HOLDS, unplaced: HOLDS, released: HOLDS, payout: PAYOUTS, refusal: REFUSALS, reversal: PAYOUTS },
};

const reasonText = (kind: FactKind, reason: string | null) => {
  if (reason === null) return kind === 'reversal' && 'The processor gave no reason.';
  // Their reason names what it is about.
  if (kind === 'running' || kind === 'charge') return `${reason[0]?.toUpperCase()}${reason.slice(1)}.`;
  return reason && `Reason: ${reason}`;
};

/**
 * A message to each author whom an event concerns, and a notification and mail to their people.
 * @param subject `amount` is `no amount` without one, `price` then `free of charge`; `month` is that of a payout
 * @param more what it means
 */
const notified = <P extends Record<FactId<F>, string>, T extends AuthorEventType, F extends FactKind>(
  event: EventType<P>,
  type: T | ((payload: NoInfer<P>) => T),
  kind: F,
  subject: (of: NoInfer<P> & { name: string | null; amount: string; price: string; month?: string }) => string,
  more = '',
) =>
  source(event, async (payload: P, subjects) =>
    (await subjects.factsOf(kind, payload)).map(({ ids, org_id: orgId, name, month, ...fact }) => {
      const { amounts, payout_id, drive_ids } = fact;
      const reason = fact.reason ?? ('reason' in payload ? String(payload.reason) : null);
      const amount = amounts.map((one) => formatMinor(BigInt(one.amount_minor), one.currency)).join(' and ');
      const price = amount ? `${amount} per month` : 'free of charge';
      const title = subject({ month, ...payload, name, price, amount: amount || 'no amount' });
      const { topic, daily, path: pathOf } = SENT[kind];
      const path = pathOf(fact);
      const [sum] = amounts;
      const group = [event.type, ...(daily === 'grouped' ? [path, sum?.currency] : Object.values(ids))].join(' ');
      return {
        type: typeof type === 'function' ? type(payload) : type,
        data: { ...ids, ...(payout_id !== null && { payout_id }), drive_ids, amounts, reason },
        of: { orgId },
        people: {
          ...{ topic, path, subject: title, ...(daily && { daily: { group, sum } }) },
          text: [`${title}.`, more, name && `About: ${name}`, reasonText(kind, reason)].filter(Boolean).join('\n\n'),
        },
      };
    }),
  );

/** All product events of which authors can be notified. */
export const SOURCES = [
  source(ApplicationDecided, ({ org_id, ...data }) => ({ type: 'application.decided', data, of: { orgId: org_id } })),
  source(AppealDecided, ({ org_id, ...data }) => ({ type: 'appeal.decided', data, of: { orgId: org_id } })),
  source(ListingAppealEnded, ({ org_id, state, ...data }) =>
    isAppealDecided(state) ? { type: 'appeal.decided', data: { ...data, state }, of: { orgId: org_id } } : undefined,
  ),
  source(SubmissionMoved, ({ org_id, from, state, ...data }) =>
    isChecked(state) && (from === 'validating' || from === null)
      ? { type: 'submission.checked', data: { ...data, from, state }, of: { orgId: org_id } }
      : isDecided(state)
        ? { type: 'submission.decided', data: { ...data, from, state }, of: { orgId: org_id } }
        : undefined,
  ),
  source(VersionPublished, ({ drive_id, revision_id, digest, version }) => ({
    type: 'version.published',
    data: { drive_id, revision_id, digest, version },
    of: { driveId: drive_id },
  })),
  source(ManifestDeferred, aboutDrive('version.held')),
  source(EvidenceDue, aboutDrive('evidence.due')),
  source(DeprecationAnnounced, aboutDrive('listing.sunset_announced')),
  source(DeprecationWithdrawn, aboutDrive('listing.sunset_withdrawn')),
  source(ListingStateChanged, aboutDrive('listing.state_changed')),
  source(ListingEnded, aboutDrive('listing.ended')),
  source(SigningKeyRotated, aboutKey('signing_key.rotated')),
  source(SigningKeyEnding, aboutKey('signing_key.ending')),
  source(SigningKeyAdopted, aboutKey('signing_key.adopted')),
  source(SigningKeyEnded, aboutKey('signing_key.ended')),
  source(AgreementPublished, (data) => ({ type: 'agreement.published', data, of: 'everybody' })),
  source(AuthorSuspended, ({ org_id, ...data }) => ({ type: 'author.suspended', data, of: { orgId: org_id } })),
  source(AuthorResumed, ({ org_id, ...data }) => ({ type: 'author.resumed', data, of: { orgId: org_id } })),
  notified(InstallActivated, 'drive.installed', 'running', (of) => `${of.name} was installed: ${of.price}`),
  notified(InstallUpgraded, 'drive.upgraded', 'running', (of) => `${of.name} was upgraded: ${of.price}`),
  notified(InstallEnded, 'drive.uninstalled', 'ended', (of) => `An install of ${of.name} ended: ${of.price}`),
  notified(InvoicePaid, 'invoice.paid', 'charge', (of) => `A customer paid: your share is ${of.amount}`),
  notified(RefundSucceeded, 'refund.succeeded', 'refund', (of) => `A payment was refunded: ${of.amount} of your share`),
  notified(
    RefundFailed,
    'refund.failed',
    'refund',
    (of) => `A refund did not reach the customer: ${of.amount} of your share is in your balance again`,
  ),
  notified(
    DisputeOpened,
    'dispute.opened',
    'dispute',
    (of) => `A customer disputed a payment: ${of.amount} of your earnings is on hold`,
    'It is on hold until the bank decides. We respond to the bank, and no action is needed from you. If the dispute is won, it is ' +
      'released to you. If it is lost, it is deducted from your earnings.',
  ),
  notified(
    DisputeDecided,
    ({ outcome }) => (outcome === 'lost' ? 'dispute.lost' : 'dispute.won'),
    'dispute',
    ({ amount, outcome }) =>
      outcome === 'lost'
        ? `A dispute was lost: ${amount} was deducted from your earnings`
        : `A dispute was won: ${amount} is in your balance again`,
  ),
  notified(
    PayoutHoldPlaced,
    'payout_hold.placed',
    'placed',
    (of) => `Your payouts are on hold: ${of.amount} as of now`,
  ),
  notified(PayoutHoldEnded, 'payout_hold.ended', 'unplaced', (of) => `A hold on your payouts ended: ${of.amount}`),
  notified(
    PayoutHoldReleased,
    'payout_hold.released',
    'released',
    (of) => `${of.amount} of ${of.month} is no longer on hold`,
  ),
  notified(PayoutSettled, 'payout.settled', 'payout', (of) => `Payout of ${of.amount} for ${of.month} sent`),
  notified(PayoutRefused, 'payout.refused', 'refusal', ({ by, amount }) =>
    by === 'bank'
      ? `Your bank rejected a payout of ${amount}: correct your bank details under Payout account`
      : `Your payout of ${amount} could not be made and is back in your balance`,
  ),
  notified(
    PayoutReversed,
    'payout.reversed',
    'reversal',
    (of) => `${of.amount} of a payout was taken back by the processor`,
  ),
];

/**
 * `type` and `data` of each author webhook message. The published schemas are generated from this type.
 * @public
 */
export type AuthorMessage = MessageOf<typeof SOURCES> | TestMessage;

export const AUTHOR_EVENT_PROCESSORS = processorsOf(SOURCES, 'webhooks.tell-');
