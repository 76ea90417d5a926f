import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { CheckResult } from '@portal/conformance';
import type { Person } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { checkRow } from '../submissions/check-progress.js';
import { checkListing } from '../submissions/domain/listing-checks.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import type { RevisionEntity } from '../listing/revision.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ReviewMails } from './review-mails.js';
import { SubmissionMails } from '../submissions/submission-mails.js';
import { SubmissionTransitions } from '../submissions/submission-transitions.js';

/** Puts a changed manifest of a live Drive before a reviewer, while the old revision serves. */
@Injectable()
export class OpenUpdateReview {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly transitions: SubmissionTransitions,
    private readonly mails: ReviewMails,
    private readonly submissionMails: SubmissionMails,
  ) {}

  async execute(
    tx: Tx,
    input: {
      listing: ListingEntity;
      live: RevisionEntity;
      revision: RevisionEntity;
      results: readonly CheckResult[];
      authors: readonly Contact[];
      reviewers: readonly Person[];
    },
  ): Promise<void> {
    const { listing, live, revision, results, authors, reviewers } = input;
    // What waits already, and what the author's own submission holds, does not come here (`SyncDeferrals`).
    await this.transitions.makeRoom(tx, SYSTEM_ACTOR, listing.driveId);
    const id = await this.transitions.openUpdate(tx, revision, listing.orgId, live.id);
    const checks = [...results, ...checkListing(revision, live, listing.slug)];
    await this.submissions.saveChecks(tx, id, checks.map(checkRow));
    const { name, version } = revision.manifest;
    await this.submissionMails.waiting(tx, id, name, reviewers);
    await this.mails.updateWaits(tx, { submissionId: id, name, version }, authors);
  }

  /**
   * What is about to go live takes the place of an earlier change that waits for a reviewer: the Drive no longer serves
   * that one, and it would be compared with what is no longer live. Its author and the reviewers are told.
   */
  async overtake(
    tx: Tx,
    input: {
      listing: ListingEntity;
      revision: RevisionEntity;
      authors: readonly Contact[];
      reviewers: readonly Person[];
    },
  ): Promise<void> {
    const { listing, revision, authors, reviewers } = input;
    const open = await this.submissions.openOf(tx, listing.driveId);
    if (!open) return;
    await this.transitions.makeRoom(tx, SYSTEM_ACTOR, listing.driveId);
    const about = { submissionId: open.id, name: listing.name, version: revision.version };
    await this.mails.overtaken(tx, about, { authors, reviewers });
  }
}
