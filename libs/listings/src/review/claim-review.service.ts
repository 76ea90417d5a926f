import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { SubmissionKind } from '../submissions/domain/submission-state.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { isClaimed } from './domain/review-case.js';
import { ReviewCases } from './review-cases.js';
import { ReviewClaims } from './review-claims.js';
import { reviewRefusal } from './review-refusals.js';
import { ReviewsRepository } from './reviews.repository.js';

/** A reviewer claims a case, keeps it, takes it over from another reviewer, or releases it. */
@Injectable()
export class ClaimReviewService {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly submissions: SubmissionsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly claims: ReviewClaims,
  ) {}

  /**
   * Only for those who could decide it: a recent member of the organisation, or one with its bank account, cannot claim
   * it.
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open`,
   *   `case_claimed` (409)
   */
  async claim(input: { actor: Actor; submissionId: string; takeover: boolean }): Promise<void> {
    const { actor, submissionId, takeover } = input;
    try {
      await this.transactor.run(async (tx) => {
        const submission = await this.cases.lockInReview(tx, actor, submissionId);
        await this.claims.claim(tx, actor, submission, takeover);
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }

  /**
   * Claims the case that is due first of the unclaimed ones that the reviewer may decide, and returns its submission.
   * Two concurrent callers get two cases: a locked one is skipped, and one that was claimed between the query and the
   * lock is checked again under the lock.
   * @param kind only such cases
   * @throws AppError `no_case_waiting` (404)
   */
  async claimNext(actor: Actor, kind?: SubmissionKind): Promise<string> {
    return this.transactor.run(async (tx) => {
      for (const passed: string[] = []; ;) {
        const id = await this.submissions.lockNextFree(tx, { reviewerId: actor.userId, kind: kind ?? null, passed });
        if (id === undefined) throw listingsErrors.no_case_waiting();
        const submission = await this.submissions.lock(tx, id);
        const claim = await this.reviews.claim(tx, id);
        if (submission?.state === 'in_review' && !isClaimed(claim, tx.now)) {
          await this.claims.claim(tx, actor, submission, false);
          return id;
        }
        passed.push(id);
      }
    });
  }

  /** Before its time runs out. Harmless when repeated. @throws AppError `submission_not_found` (404) */
  async release(actor: Actor, submissionId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const submission = await this.submissions.lock(tx, submissionId);
      if (!submission) throw listingsErrors.submission_not_found();
      await this.claims.release(tx, actor, submissionId);
    });
  }
}
