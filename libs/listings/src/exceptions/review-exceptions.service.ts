import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ExceptionConfirmed } from '../events.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import { reviewRefusal } from '../review/review-refusals.js';

/** A second reviewer confirms a proposed exception or declines it, and any reviewer ends one. */
@Injectable()
export class ReviewExceptionsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly reviews: ReviewsRepository,
  ) {}

  /**
   * From now on it counts.
   * @throws AppError `review_exception_not_found` (404), `exception_same_person`, `own_organization` (403),
   *   `review_exception_closed` (409)
   */
  async confirm(actor: Actor, exceptionId: string): Promise<void> {
    try {
      await this.transactor.run(async (tx) => {
        const exception = await this.reviews.lockException(tx, exceptionId);
        if (!exception) throw new AppError(listingsErrors.review_exception_not_found);
        if (exception.proposedBy === actor.userId) throw new AppError(listingsErrors.exception_same_person);
        if (exception.confirmedAt !== null || exception.endedAt !== null || exception.endsAt <= tx.now)
          throw new AppError(listingsErrors.review_exception_closed);
        await this.reviews.confirm(tx, actor, exceptionId);
        const { driveId, checkId, criterion } = exception;
        const endsAt = exception.endsAt.toISOString();
        await tx.emit(ExceptionConfirmed, {
          exception_id: exceptionId,
          drive_id: driveId,
          check_id: checkId,
          ends_at: endsAt,
        });
        await tx.audit(actor, 'exception.confirmed', ['drive', driveId], {
          before: { proposed_by: exception.proposedBy },
          after: { exception: exceptionId, check: checkId, criterion, ends_at: endsAt },
        });
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }

  /**
   * Before its day, or while it is proposed. The live version stays live.
   * @throws AppError `review_exception_not_found` (404), `own_organization` (403), `review_exception_closed` (409)
   */
  async end(actor: Actor, exceptionId: string, reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const exception = await this.reviews.lockException(tx, exceptionId);
      if (!exception) throw new AppError(listingsErrors.review_exception_not_found);
      if (exception.endedAt !== null) throw new AppError(listingsErrors.review_exception_closed);
      await this.reviews.end(tx, actor, exceptionId, reason);
      const action = exception.confirmedAt === null ? 'exception.declined' : 'exception.ended';
      await tx.audit(actor, action, ['drive', exception.driveId], {
        after: { exception: exceptionId, check: exception.checkId },
        reason,
      });
    });
  }
}
