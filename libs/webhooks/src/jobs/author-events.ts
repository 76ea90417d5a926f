import { Injectable } from '@nestjs/common';
import {
  AgreementPublished,
  AppealDecided,
  ApplicationDecided,
  AuthorResumed,
  AuthorSuspended,
  Drives,
} from '@portal/authors';
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
import { PayoutSettled } from '@portal/payouts';
import { eventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { SigningKeyAdopted, SigningKeyEnded, SigningKeyEnding, SigningKeyRotated } from '@portal/secrets';
import type { AuthorEventType, Concerns } from '../domain/event-catalogue.js';
import { NotifyWebhooks } from '../notify-webhooks.js';
import type { TestMessage } from '../challenge-webhook.js';

/** How one type of product event becomes a message to authors. */
interface Notice {
  type: AuthorEventType;
  data: object;
  /** The receivers: an organisation, the owner of a Drive, or every author. */
  of: { orgId: string } | { driveId: string } | 'everybody';
}

interface Source<P extends object, N extends Notice> {
  event: EventType<P>;
  /** Undefined when no message is sent for the event. */
  notice(payload: P): N | undefined;
}
const source = <P extends object, N extends Notice>(
  event: EventType<P>,
  notice: (payload: P) => N | undefined,
): Source<P, N> => ({ event, notice });

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
  source(PayoutSettled, ({ payout_id, run_id, org_id }) => ({
    type: 'payout.settled',
    data: { payout_id, run_id },
    of: { orgId: org_id },
  })),
];

/**
 * `type` and `data` of each author webhook message. The published schemas are generated from this type.
 * @public
 */
export type AuthorMessage = NonNullable<ReturnType<(typeof SOURCES)[number]['notice']>> | TestMessage;

/** Turns events into messages to authors. Idempotent. */
@Injectable()
export class NotifyAuthors {
  constructor(
    private readonly notify: NotifyWebhooks,
    private readonly drives: Drives,
  ) {}

  async execute(notice: Notice | undefined, context: DeliveryContext): Promise<void> {
    const concerns = notice && (await this.concerned(notice.of));
    if (!notice || !concerns) return;
    const { type, data } = notice;
    await context.once((tx) => this.notify.execute(tx, { eventId: context.eventId, type, concerns, data }));
  }

  /** Undefined for a Drive of the platform. */
  private async concerned(of: Notice['of']): Promise<Concerns | undefined> {
    if (of === 'everybody') return 'every_author';
    const orgId = 'orgId' in of ? of.orgId : (await this.drives.get(of.driveId))?.orgId;
    return orgId === undefined || orgId === null ? undefined : { orgId };
  }
}

export const AUTHOR_EVENT_PROCESSORS = SOURCES.map(({ event, notice }: Source<object, Notice>) =>
  eventProcessor(
    event,
    `webhooks.tell-${event.type.replaceAll(/[._]/g, '-')}`,
    NotifyAuthors,
    (authors, payload, context) => authors.execute(notice(payload), context),
  ),
);
