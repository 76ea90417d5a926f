import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { EXCEPTION_DAYS } from '../review/domain/review-case.js';
import { criterionOf, criterionOfCheck } from '../review/domain/review-criteria.js';
import { listingsErrors } from '../errors.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import { ReviewClaims } from '../review/review-claims.js';
import { reviewRefusal } from '../review/review-refusals.js';
import { ReviewCases } from '../review/review-cases.js';
import { ReviewMails } from '../review/review-mails.js';

const DAY_MS = 86_400_000;

/**
 * The reviewer of a case proposes that a check which found something is waived for this Drive, or that it may have a price
 * of its own (check L04), until a day. It holds once another reviewer confirms it, and for later revisions too.
 */
@Injectable()
export class ProposeException {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly reviews: ReviewsRepository,
    private readonly claims: ReviewClaims,
    private readonly mails: ReviewMails,
  ) {}

  /**
   * Returns its id.
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `exception_end_invalid` (400), `review_not_open`,
   *   `case_not_claimed`, `exception_not_allowed`, `exception_without_need` (409).
   */
  async execute(input: {
    actor: Actor;
    submissionId: string;
    checkId: string;
    reason: string;
    endsAt: Date;
  }): Promise<string> {
    const { actor, checkId, reason, endsAt } = input;
    const known = await this.cases.find(input.submissionId);
    const others = await this.mails.otherReviewers(actor);
    try {
      return await this.transactor.run(async (tx) => {
        const { listing, submission } = await this.cases.lock(tx, actor, known);
        if (submission.state !== 'in_review') throw new AppError(listingsErrors.review_not_open);
        const ahead = endsAt.getTime() - tx.now.getTime();
        if (!(ahead > 0 && ahead <= EXCEPTION_DAYS * DAY_MS)) throw new AppError(listingsErrors.exception_end_invalid);
        await this.claims.extend(tx, actor, submission);
        const check = await this.reviews.checkOf(tx, submission.id, checkId);
        if (
          !check ||
          !['warn', 'fail'].includes(check.status) ||
          (await this.reviews.openException(tx, known.driveId, checkId))
        )
          throw new AppError(listingsErrors.exception_without_need);
        const criterion = criterionOfCheck({ id: checkId, group: check.group });
        if (!criterionOf(criterion)!.exceptions) throw new AppError(listingsErrors.exception_not_allowed);
        const { driveId } = known;
        const proposed = { driveId, submissionId: known.id, criterion, checkId, reason, endsAt };
        const id = await this.reviews.propose(tx, actor, proposed);
        await this.mails.exceptionProposed(tx, { submissionId: known.id, name: listing.name, checkId, reason }, others);
        await tx.audit(actor, 'exception.proposed', ['drive', driveId], {
          after: { exception: id, check: checkId, criterion, ends_at: endsAt.toISOString() },
          reason,
        });
        return id;
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}
