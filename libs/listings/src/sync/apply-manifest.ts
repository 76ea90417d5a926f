import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { ConformanceResult } from '@portal/conformance';
import type { Person } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import type { OutOfBounds } from '../listing/domain/manifest-bounds.js';
import { decideSync, SKIP_REASONS, type SkipReason, type SyncDecision } from './domain/sync-decision.js';
import { ManifestDeferred } from '../events.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { OpenUpdateReview } from '../review/open-update-review.js';
import { SyncDeferrals } from '../review/sync-deferrals.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import type { RevisionEntity } from '../listing/revision.entity.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { SyncNotesRepository, type SyncNote } from './sync-notes.repository.js';
import { PublishRevision } from '../listing/publish-revision.js';
import { RecordRun } from '../conformance/record-run.js';
import { ReviewMails } from '../review/review-mails.js';
import { UpkeepMails } from '../listing/upkeep-mails.js';

/** The listing as it was when it was read, and the number of that reading. */
type SyncedListing = Pick<ListingEntity, 'driveId' | 'orgId' | 'name' | 'liveRevisionId'> & { reading: number };

const SKIP_TEXT: Record<SkipReason, string> = {
  version_lowered: 'Your manifest declares a lower version than the live one, so it is not followed. Raise it.',
  id_changed: 'Your manifest declares another id. The id is permanent, so the manifest is not followed.',
  shape_changed: 'Your manifest changed from one shape to the other, so it is not followed. Submit it for review.',
  refused_before: 'A reviewer rejected exactly this manifest before, so it is not followed.',
  author_suspended:
    'Your developer account is suspended, so your changed manifest is not followed. The live one serves.',
  submission_open:
    'Your manifest changed while a submission of yours is open. It is looked at again when that submission ends; submit it to have it reviewed instead.',
  price_missing:
    'Nothing says what your Drive costs now, so your changed manifest is not followed. It is followed when the host has a price for it.',
  listing_fee_missing:
    'The host has not set its listing fee, so your changed manifest is not followed. It is followed when there is one.',
  taken_back: 'You withdrew exactly this manifest, so it is not followed until it changes or you submit it.',
};
const TROUBLES = ['unreachable', 'invalid', 'origin_changed', 'drift'] as const;
const DRIFTED = 'The same manifest passed the checks before: your Drive no longer does what it declares.';
const NOT_RAISED = 'Your manifest changed, but its version did not go up. Operators are not offered the change.';

/**
 * Decides what a manifest that the sync has read means for the listing, and does it in one transaction. What a later
 * reading has overtaken means nothing any more: the order is that in which the readings began.
 */
@Injectable()
export class ApplyManifest {
  constructor(
    private readonly outbox: Outbox,
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly publish: PublishRevision,
    private readonly review: OpenUpdateReview,
    private readonly mailer: ListingMailer,
    private readonly reviewMails: ReviewMails,
    private readonly upkeepMails: UpkeepMails,
    private readonly runs: RecordRun,
    private readonly deferrals: SyncDeferrals,
  ) {}

  /** The Drive serves what was dealt with before: the live manifest, or one that is held or in review. */
  async unchanged(driveId: string, reading: number, digest: string, live: boolean): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (await this.listings.synced(tx, driveId, reading, digest))
        await this.notes.resolve(tx, driveId, live ? [...TROUBLES, ...SKIP_REASONS] : TROUBLES);
    });
  }

  /** Not reachable, or moved away, once more; false when the author was not told that it is. */
  async stillUnreachable(driveId: string, reading: number, movedTo?: string): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      if (!(await this.notes.isOpen(tx, driveId, movedTo ? 'origin_changed' : 'unreachable'))) return false;
      await this.listings.syncFailed(tx, driveId, reading);
      return true;
    });
  }

  /**
   * Not reachable, not valid or moved away: the last good revision stays live at its origin, and the author is told once.
   * False when another revision is live than the one it was read for.
   * @param movedTo another origin that the manifest's address redirects to: only a submission of it, with its proof of
   *   control and a reviewer's approval, is followed there.
   * @param unfit what the portal could not keep of a manifest that passes the checks.
   */
  async unusable(
    read: SyncedListing,
    result: ConformanceResult,
    { movedTo, unfit }: { movedTo?: string | undefined; unfit?: OutOfBounds | undefined } = {},
  ): Promise<boolean> {
    const { report } = result;
    const unreachable = report.digest === null;
    const first = unfit ? { id: 'L05', cause: `${unfit.cause} ${unfit.fix}` } : report.findings[0];
    const text = movedTo
      ? `Your manifest's address sends us to ${movedTo}. Nothing is followed to another address by itself, and installs are still called at the old one. Submit the new address: a reviewer approves it, and then every install is called there.`
      : unreachable
        ? `Your manifest cannot be read: ${first?.cause ?? 'there is no answer'}`
        : `Your manifest does not pass the checks, so it is not followed. ${first?.id ?? ''} ${first?.cause ?? ''}`.trim();
    const note: SyncNote = {
      kind: movedTo ? 'origin_changed' : unreachable ? 'unreachable' : 'invalid',
      revisionId: null,
      digest: report.digest,
      text,
    };
    const [authors, reviewers] = await Promise.all([this.mailer.authors(read.orgId), this.mailer.reviewers()]);
    const { driveId, name, reading } = read;
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (listing && listing.followedReading > reading) return true;
      if (listing?.liveRevisionId !== read.liveRevisionId) return false;
      await this.listings.syncFailed(tx, driveId, reading);
      const { drifted } = await this.runs.ofLive(tx, driveId, result);
      if (await this.notes.add(tx, driveId, note)) {
        await this.upkeepMails.noticed(tx, driveId, name, text, authors);
        await this.outbox.emit(tx, ManifestDeferred, { drive_id: driveId, kind: note.kind, digest: note.digest, text });
      }
      const drift: SyncNote = { kind: 'drift', revisionId: null, digest: report.digest, text: DRIFTED };
      if (drifted && (await this.notes.add(tx, driveId, drift)))
        await this.upkeepMails.drifted(tx, driveId, name, text, reviewers);
      return true;
    });
  }

  /** False when another revision is live than the one it was read for. */
  async found(read: SyncedListing, revision: RevisionEntity, result: ConformanceResult): Promise<boolean> {
    const { driveId, reading } = read;
    const [authors, reviewers] = await Promise.all([this.mailer.authors(read.orgId), this.mailer.reviewers()]);
    return this.transactor.run(async (tx) => {
      const listing = await this.listings.lock(tx, driveId);
      if (listing && listing.followedReading > reading) return true;
      if (!listing || listing.liveRevisionId === null || listing.liveRevisionId !== read.liveRevisionId) return false;
      await this.runs.ofLive(tx, driveId, result);
      const live = await this.revisions.byId(tx, listing.liveRevisionId);
      const settled = await this.revisions.settled(tx, driveId, revision.digest);
      const meant = decideSync(live, revision, settled);
      const passing = await this.deferrals.find(tx, { listing, revision, meant: meant.kind });
      // Read, and not dealt with: the next poll finds it again, when it is known what the submission brings.
      if (passing === 'unknown') {
        await this.listings.synced(tx, driveId, reading, null);
        return true;
      }
      const decision: SyncDecision =
        passing === undefined || passing === 'waits' ? meant : { kind: 'hold', reason: passing.reason };
      const { id: revisionId, digest } = revision;
      if (decision.kind === 'hold') {
        const submissionId = passing === 'waits' ? undefined : passing?.submissionId;
        const about = { listing, revision, reason: decision.reason, submissionId };
        await this.skip(tx, about, { authors, reviewers });
      } else if (decision.kind === 'publish' && passing !== 'waits') {
        await this.review.overtake(tx, { listing, revision, authors, reviewers });
        await this.publish.execute(tx, { actor: SYSTEM_ACTOR, listing, live, revision, submissionId: null });
      } else if (decision.kind === 'review' && passing !== 'waits') {
        await this.review.execute(tx, { listing, live, revision, results: result.results, authors, reviewers });
      }
      const hold = decision.kind === 'hold' ? decision.reason : null;
      await this.notes.resolve(tx, driveId, [...TROUBLES, ...SKIP_REASONS.filter((reason) => reason !== hold)]);
      if (decision.kind === 'publish' || decision.kind === 'review') {
        if (decision.violation) {
          const note: SyncNote = { kind: decision.violation, revisionId, digest, text: NOT_RAISED };
          if (await this.notes.add(tx, driveId, note))
            await this.upkeepMails.notRaised(tx, driveId, listing.name, NOT_RAISED, authors);
        } else await this.notes.resolve(tx, driveId, ['version_not_raised']);
      }
      await this.listings.synced(tx, driveId, reading, digest);
      return true;
    });
  }

  /** Notes a held revision and tells whom it concerns, once. */
  private async skip(
    tx: Tx,
    held: { listing: ListingEntity; revision: RevisionEntity; reason: SkipReason; submissionId: string | undefined },
    { authors, reviewers }: { authors: readonly Contact[]; reviewers: readonly Person[] },
  ): Promise<void> {
    const { listing, revision, reason, submissionId } = held;
    const { driveId, name } = listing;
    const { id: revisionId, digest, version } = revision;
    const text = SKIP_TEXT[reason];
    if (!(await this.notes.add(tx, driveId, { kind: reason, revisionId, digest, text }))) return;
    // Whoever took it back knows.
    if (reason === 'taken_back') return;
    await this.upkeepMails.noticed(tx, driveId, name, text, authors);
    await this.outbox.emit(tx, ManifestDeferred, { drive_id: driveId, kind: reason, digest, text });
    if (submissionId !== undefined)
      await this.reviewMails.changedInReview(tx, { submissionId, name, version }, reviewers);
    else if (reason === 'price_missing' || reason === 'listing_fee_missing')
      await this.upkeepMails.notPriced(tx, { driveId, name, version }, reviewers);
  }
}
