import { Injectable } from '@nestjs/common';
import type { CheckResult } from '@portal/conformance';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { takeLock, type Tx } from '@portal/platform/database';
import { checkRow } from '../submissions/check-progress.js';
import { CheckListing } from '../submissions/check-listing.js';
import { namespacesOf } from '../listing/domain/route-namespaces.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ReviewMails } from '../review/review-mails.js';
import { submissionWaitsMail } from '../submissions/submission-mails.js';
import { PublishRevision } from '../review/publish-revision.js';
import type { SyncReceivers } from './sync-notices.js';
import { SubmissionTransitions } from '../submissions/submission-transitions.js';

/** Follows a changed manifest of a live Drive: puts it live, or before a reviewer while the old revision serves. */
@Injectable()
export class FollowManifest {
  constructor(
    private readonly publishing: PublishRevision,
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly mails: ReviewMails,
    private readonly mailer: ListingMailer,
    private readonly checking: CheckListing,
  ) {}

  /** Findings of its checks and those of the listing. */
  async checks(
    tx: Tx,
    {
      listing,
      live,
      revision,
      results,
    }: { listing: ListingEntity; live: RevisionEntity; revision: RevisionEntity; results: readonly CheckResult[] },
  ): Promise<CheckResult[]> {
    // Locks its namespaces between the check and the publication.
    if (namespacesOf(revision.manifest).length > 0) await takeLock(tx, 'listings.route_namespaces');
    return [...results, ...(await this.checking.execute(tx, listing, revision, live))];
  }

  /** Returns the id of the submission. */
  async review(
    tx: Tx,
    input: {
      listing: ListingEntity;
      live: RevisionEntity;
      revision: RevisionEntity;
      checks: readonly CheckResult[];
      receivers: SyncReceivers;
    },
  ): Promise<string> {
    const { listing, live, revision, checks } = input;
    const { authors, reviewers } = input.receivers;
    // Revisions that wait already, or are deferred by the author's own submission, do not get here (`SyncDeferrals`).
    await this.transitions.makeRoom(tx, SYSTEM_ACTOR, listing.driveId);
    const id = await this.transitions.openUpdate(tx, revision, listing.orgId, live.id);
    await this.submissions.saveChecks(tx, id, checks.map(checkRow));
    await this.submissions.weigh(tx, id);
    const { name, version } = revision.manifest;
    await this.mailer.notify(tx, reviewers, submissionWaitsMail(this.mailer.portal, id, name, checks));
    await this.mails.updateWaits(tx, { submissionId: id, name, version }, authors);
    return id;
  }

  async publish(
    tx: Tx,
    input: { listing: ListingEntity; live: RevisionEntity; revision: RevisionEntity; receivers: SyncReceivers },
  ): Promise<void> {
    await this.overtake(tx, input);
    const { listing, live, revision } = input;
    await this.publishing.execute(tx, { actor: SYSTEM_ACTOR, listing, live, revision, submissionId: null });
  }

  /**
   * A revision that is about to go live replaces an earlier change that waits for a reviewer: the Drive no longer
   * serves that one, and it would be compared with a revision that is no longer live. Its author and the reviewers are
   * notified.
   */
  private async overtake(
    tx: Tx,
    input: {
      listing: ListingEntity;
      revision: RevisionEntity;
      receivers: SyncReceivers;
    },
  ): Promise<void> {
    const { listing, revision, receivers } = input;
    const open = await this.submissions.openOf(tx, listing.driveId);
    if (!open) return;
    await this.transitions.makeRoom(tx, SYSTEM_ACTOR, listing.driveId);
    const about = { submissionId: open.id, name: listing.name, version: revision.version };
    await this.mails.overtaken(tx, about, receivers);
  }
}
