import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import { scopeIds, Transactor, violatedConstraint, type Actor } from '@portal/platform';
import { stateAfter, submissionStates, type Decision } from './domain/submission-state.js';
import { listingsErrors } from './errors.js';
import { ListingMails } from './listing-mails.js';
import { ListingsRepository } from './persistence/listings.repository.js';
import { RevisionsRepository } from './persistence/revisions.repository.js';
import { SubmissionsRepository } from './persistence/submissions.repository.js';
import { PublishRevision } from './publish-revision.js';
import { SubmissionRecords } from './submission-records.js';

export interface DecideInput {
  actor: Actor;
  submissionId: string;
  decision: Decision;
  /** The author reads it. */
  reason: string;
  /** What the reviewer looked at; the decision is about exactly this. */
  digest: string;
}

/** A reviewer decides on a submission; approval puts its revision live. */
@Injectable()
export class DecideReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly records: SubmissionRecords,
    private readonly publish: PublishRevision,
    private readonly mails: ListingMails,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_submission` (403), `digest_mismatch`, `review_outdated`,
   *   `price_missing`, `invalid_transition` (409: somebody else was faster).
   */
  async execute(input: DecideInput): Promise<void> {
    const { actor, decision, reason } = input;
    const known = await this.submissions.find(input.submissionId);
    if (!known) throw new AppError(listingsErrors.submission_not_found);
    if (scopeIds(actor, 'author').includes(known.orgId)) throw new AppError(listingsErrors.own_submission);
    const authors = await this.mails.authors(known.orgId);
    try {
      await this.transactor.run(async (tx) => {
        // The listing first, as in every other flow: two decisions and a sync never wait for each other crosswise.
        const listing = await this.listings.lock(tx, known.driveId);
        const submission = await this.submissions.lock(tx, known.id);
        invariant(listing && submission, 'a submission has a listing and is never removed');
        const to = stateAfter(decision);
        submissionStates.assert(submission.state, to);
        invariant(submission.revisionId, 'a submission in review has a revision');
        const revision = await this.revisions.byId(tx, submission.revisionId);
        if (revision.digest !== input.digest) throw new AppError(listingsErrors.digest_mismatch);
        if (decision === 'approve') {
          if (listing.liveRevisionId !== submission.baseRevisionId) throw new AppError(listingsErrors.review_outdated);
          const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
          await this.publish.execute(tx, { actor, listing, live, revision, submissionId: submission.id });
        }
        const decided = { decision, decisionReason: reason, decidedBy: actor.userId, decidedAt: tx.now };
        await this.records.move(tx, actor, submission, to, decided, reason);
        await this.mails.decided(tx, submission.id, revision.manifest.name, { decision, reason }, authors);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'submissions_reviewer_is_stranger')
        throw new AppError(listingsErrors.own_submission, { cause: error });
      throw error;
    }
  }
}
