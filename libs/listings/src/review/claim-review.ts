import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ReviewCases } from './review-cases.js';
import { ReviewClaims } from './review-claims.js';
import { reviewRefusal } from './review-refusals.js';

/** A reviewer takes a case, keeps it, or takes it over from another one. */
@Injectable()
export class ClaimReview {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly submissions: SubmissionsRepository,
    private readonly claims: ReviewClaims,
  ) {}

  /**
   * Only for those who could decide it: a recent member of the organisation, or one with its bank account, cannot claim
   * it.
   * @throws AppError `submission_not_found` (404), `own_submission`, `own_payee_submitted` (403), `review_not_open`,
   *   `case_claimed` (409)
   */
  async execute(input: { actor: Actor; submissionId: string; takeover: boolean }): Promise<void> {
    const { actor, submissionId, takeover } = input;
    try {
      await this.transactor.run(async (tx) => {
        const submission = await this.cases.lockInReview(tx, actor, submissionId);
        await this.submissions.assertStranger(tx, submission.orgId, actor.userId);
        await this.claims.claim(tx, actor, submission, takeover);
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}
