import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ReviewExceptionEntity } from '../review/review.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';

/** Any reviewer ends an exception before its day. The live version stays live. */
@Injectable()
export class EndException {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
  ) {}

  /** @throws AppError `review_exception_not_found` (404), `own_organization` (403), `review_exception_closed` (409) */
  async execute(actor: Actor, id: string, reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const exception = await tx.manager.findOne(ReviewExceptionEntity, { where: { id }, lock });
      if (!exception) throw listingsErrors.review_exception_not_found();
      if (exception.endedAt !== null) throw listingsErrors.review_exception_closed();
      const ended = { endedBy: actor.userId, endedByName: actor.name, endedAt: tx.now, endReason: reason };
      await tx.manager.update(ReviewExceptionEntity, { id }, ended);
      await this.submissions.weighOf(tx, exception.driveId);
      const after = { exception: id, check: exception.checkId };
      await tx.audit(actor, 'exception.ended', ['drive', exception.driveId], { after, reason });
    });
  }
}
