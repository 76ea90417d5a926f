import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ReviewsRepository } from '../review/reviews.repository.js';

/** Any reviewer ends an exception before its day. The live version stays live. */
@Injectable()
export class EndException {
  constructor(
    private readonly transactor: Transactor,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** @throws AppError `review_exception_not_found` (404), `own_organization` (403), `review_exception_closed` (409) */
  async execute(actor: Actor, exceptionId: string, reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const exception = await this.reviews.lockException(tx, exceptionId);
      if (!exception) throw listingsErrors.review_exception_not_found();
      if (exception.endedAt !== null) throw listingsErrors.review_exception_closed();
      await this.reviews.endException(tx, actor, exceptionId, reason);
      await tx.audit(actor, 'exception.ended', ['drive', exception.driveId], {
        after: { exception: exceptionId, check: exception.checkId },
        reason,
      });
    });
  }
}
