import { Injectable } from '@nestjs/common';
import { Claims } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { SubmissionRecheckAsked } from '../events.js';
import { RechecksService } from './rechecks.service.js';
import { ReviewCases } from '../review/review-cases.js';
import { reviewRefusal } from '../review/review-refusals.js';

/** After this time a re-check without a result is abandoned, so that another one may be asked for. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** A reviewer has the checks of a case run again, against the Drive as it is now. The worker runs them. */
@Injectable()
export class RecheckSubmission {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly rechecks: RechecksService,
    private readonly claims: Claims,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open`,
   *   `case_not_claimed`, `recheck_running` (409)
   */
  async execute({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    try {
      await this.transactor.run(async (tx) => {
        const submission = await this.cases.lockInReview(tx, actor, submissionId);
        await this.claims.extend(tx, actor, submission.id);
        const running = await this.rechecks.openOf(tx, submissionId);
        if (running && running.askedAt.getTime() > tx.now.getTime() - ABANDONED_AFTER_MS)
          throw listingsErrors.recheck_running({ retryAfterMs: 5_000 });
        if (running) await this.rechecks.drop(tx, running.id);
        const recheckId = await this.rechecks.open(tx, actor, submissionId);
        const asked = { submission_id: submissionId, drive_id: submission.driveId, recheck_id: recheckId };
        await tx.emit(SubmissionRecheckAsked, asked);
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}
