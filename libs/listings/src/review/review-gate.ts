import { Injectable } from '@nestjs/common';
import { Claims } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { composeRequest, gapOf, type CaseFacts } from './domain/review-case.js';
import type { Decision } from '../submissions/domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { ReviewsRepository } from './reviews.repository.js';

/** Conditions of deciding a case. The submission is locked. */
@Injectable()
export class ReviewGate {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly claims: Claims,
  ) {}

  /**
   * Returns the notes of every judgement against the Drive, as one message.
   * @throws AppError `case_not_claimed`, `criteria_unjudged`, `criteria_against`, `checks_block`, `nothing_against`, `nothing_failed` (409)
   */
  async pass(tx: Tx, actor: Actor, submission: SubmissionEntity, decision: Decision): Promise<string> {
    await this.claims.assertClaimed(tx, actor, submission.id);
    const facts: CaseFacts = {
      round: submission.round,
      judgements: await this.reviews.judgements(tx, submission.id),
      excepted: await this.reviews.excepted(tx, submission.driveId),
      unproven: await this.reviews.unproven(tx, submission.id),
    };
    const gap = gapOf(decision, facts);
    if (gap)
      throw new AppError(listingsErrors[gap.code], {
        details: gap.criteria.map((criterion) => ({
          pointer: `/criteria/${criterion}`,
          code: gap.code,
          message: `${criterion.replaceAll('_', ' ')}.`,
        })),
      });
    return composeRequest(facts);
  }
}
