import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { isClaimed } from './domain/review-case.js';
import type { SubmissionKind } from '../submissions/domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { ReviewsRepository } from './reviews.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ReviewClaims } from './review-claims.js';

/** A reviewer claims the case that is due first of the unclaimed ones that the reviewer may decide. */
@Injectable()
export class ClaimNextReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly claims: ReviewClaims,
  ) {}

  /**
   * Returns the submission. Two concurrent callers get two cases: a locked one is skipped, and one that was claimed
   * between the query and the lock is checked again under the lock.
   * @param input.kind only such cases
   * @throws AppError `no_case_waiting` (404)
   */
  async execute({ actor, kind }: { actor: Actor; kind?: SubmissionKind }): Promise<string> {
    return this.transactor.run(async (tx) => {
      for (const passed: string[] = []; ;) {
        const id = await this.submissions.lockNextFree(tx, { reviewerId: actor.userId, kind: kind ?? null, passed });
        if (id === undefined) throw new AppError(listingsErrors.no_case_waiting);
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
}
