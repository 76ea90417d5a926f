import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import { assertStranger } from '../review/review-refusals.js';

/** A reviewer ends an exception before its day, or declines a proposal. The live version stays live. */
@Injectable()
export class EndException {
  constructor(
    private readonly transactor: Transactor,
    private readonly reviews: ReviewsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `review_exception_not_found` (404), `own_submission` (403), `review_exception_closed` (409) */
  async execute(input: { actor: Actor; exceptionId: string; reason: string }): Promise<void> {
    const { actor, exceptionId, reason } = input;
    await this.transactor.run(async (tx) => {
      const exception = await this.reviews.lockException(tx, exceptionId);
      if (!exception) throw new AppError(listingsErrors.review_exception_not_found);
      assertStranger(actor, exception.orgId);
      if (exception.endedAt !== null) throw new AppError(listingsErrors.review_exception_closed);
      await this.reviews.end(tx, actor, exceptionId, reason);
      await this.audit.record(tx, {
        actor,
        action: exception.confirmedAt === null ? 'exception.declined' : 'exception.ended',
        subjectType: 'drive',
        subjectId: exception.driveId,
        after: { exception: exceptionId, check: exception.checkId },
        reason,
      });
    });
  }
}
