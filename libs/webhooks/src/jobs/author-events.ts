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
import { EventProcessor, type DeliveryContext, type EventType } from '@portal/platform/events';
import { SigningKeyAdopted, SigningKeyEnded, SigningKeyEnding, SigningKeyRotated } from '@portal/secrets';
import type { AuthorEventType } from '../domain/event-catalogue.js';
import { NotifyAuthors } from '../notify-authors.js';

/** What one kind of fact says to authors; undefined when it says nothing to anybody. */
interface Told {
  type: AuthorEventType;
  data: object;
  /** Whom it concerns: an organisation, the owner of a Drive, or everybody. */
  of: { orgId: string } | { driveId: string } | 'everybody';
}

interface Source<P extends object> {
  event: EventType<P>;
  tell(payload: P): Told | undefined;
}
const source = <P extends object>(event: EventType<P>, tell: Source<P>['tell']): Source<object> =>
  ({ event, tell }) as unknown as Source<object>;

const aboutDrive =
  (type: AuthorEventType) =>
  (payload: { drive_id: string }): Told => ({
    type,
    data: payload,
    of: { driveId: payload.drive_id },
  });
/** Keys of a tenant or of the fleet are the host's business. */
const aboutKey =
  (type: AuthorEventType) =>
  (payload: { scope: string; drive_id: string | null }): Told | undefined =>
    payload.scope === 'drive' && payload.drive_id !== null
      ? { type, data: payload, of: { driveId: payload.drive_id } }
      : undefined;
const CHECKED = new Set(['failed', 'in_review']);
const DECIDED = new Set(['approved', 'changes_requested', 'rejected']);

/** Every fact of the product that authors can be told about. */
export const SOURCES: readonly Source<object>[] = [
  source(ApplicationDecided, ({ org_id, ...data }) => ({ type: 'application.decided', data, of: { orgId: org_id } })),
  source(AppealDecided, ({ org_id, ...data }) => ({ type: 'appeal.decided', data, of: { orgId: org_id } })),
  source(ListingAppealEnded, ({ org_id, ...data }) =>
    data.state === 'granted' || data.state === 'dismissed'
      ? { type: 'appeal.decided', data, of: { orgId: org_id } }
      : undefined,
  ),
  source(SubmissionMoved, ({ org_id, ...data }) =>
    CHECKED.has(data.state) && (data.from === 'validating' || data.from === null)
      ? { type: 'submission.checked', data, of: { orgId: org_id } }
      : DECIDED.has(data.state)
        ? { type: 'submission.decided', data, of: { orgId: org_id } }
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

/** Turns one kind of fact into messages, once. */
export class NotifyAuthorsProcessor extends EventProcessor {
  readonly event: EventType<object>;
  readonly consumer: string;

  constructor(
    private readonly of: Source<object>,
    private readonly notify: NotifyAuthors,
    private readonly drives: Drives,
  ) {
    super();
    this.event = of.event;
    this.consumer = `webhooks.tell-${of.event.type.replaceAll(/[._]/g, '-')}`;
  }

  async handle(payload: object, context: DeliveryContext): Promise<void> {
    const told = this.of.tell(payload);
    if (!told) return;
    const orgId = await this.concerned(told.of);
    if (orgId === undefined) return;
    const { type, data } = told;
    await context.once((tx) => this.notify.execute(tx, { eventId: context.eventId, type, orgId, data }));
  }

  /** Null: everybody. Undefined: a Drive of the platform's own. */
  private async concerned(of: Told['of']): Promise<string | null | undefined> {
    if (of === 'everybody') return null;
    return 'orgId' in of ? of.orgId : (await this.drives.get(of.driveId))?.orgId;
  }
}

/** One provider per source. */
export const AUTHOR_EVENT_PROCESSORS = SOURCES.map((of) => ({
  provide: `webhooks:${of.event.type}`,
  useFactory: (notify: NotifyAuthors, drives: Drives) => new NotifyAuthorsProcessor(of, notify, drives),
  inject: [NotifyAuthors, Drives],
}));
