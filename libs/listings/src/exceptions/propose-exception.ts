import { Injectable } from '@nestjs/common';
import { Approvals, Claims } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { criterionOf, criterionOfCheck } from '../review/domain/review-criteria.js';
import { listingsErrors } from '../errors.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import type { ProposeExceptionDto } from '../review/http/review.dto.js';
import { ReviewCases } from '../review/review-cases.js';
import { ReviewExceptionKind } from './review-exception.js';

/** The reviewer of a case proposes an exception. */
@Injectable()
export class ProposeException {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly reviews: ReviewsRepository,
    private readonly claims: Claims,
    private readonly kind: ReviewExceptionKind,
    private readonly approvals: Approvals,
  ) {}

  /**
   * Returns the approval's id.
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open`, `case_not_claimed`,
   *   `exception_not_allowed` (409), and what `ReviewExceptionKind` refuses
   */
  async execute(
    actor: Actor,
    submissionId: string,
    { check_id, reason, ends_at }: ProposeExceptionDto,
  ): Promise<string> {
    const known = await this.cases.find(submissionId);
    const criterion = await this.transactor.run(async (tx) => {
      const { submission } = await this.cases.lock(tx, actor, known);
      if (submission.state !== 'in_review') throw listingsErrors.review_not_open();
      await this.claims.extend(tx, actor, submission.id);
      const check = await this.reviews.checkOf(tx, submission.id, check_id);
      if (!check || !['warn', 'fail'].includes(check.status)) throw listingsErrors.exception_without_need();
      const found = criterionOfCheck({ id: check_id, group: check.group });
      if (!criterionOf(found)!.exceptions) throw listingsErrors.exception_not_allowed();
      return found;
    });
    const of = { drive_id: known.driveId, submission_id: known.id, criterion, check_id };
    const payload = { ...of, ends_at: new Date(ends_at).toISOString() };
    return this.approvals.propose(actor, { kind: this.kind, payload, reason });
  }
}
