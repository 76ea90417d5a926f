import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { utcDay } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { ExceptionConfirmed } from '../events.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { EXCEPTION_DAYS, TIER_CHECK } from '../review/domain/review-case.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';

const DAY_MS = 86_400_000;

/** A check that found something is waived for a Drive; of check L04: it may have a price of its own. */
export interface ReviewException {
  readonly drive_id: string;
  readonly submission_id: string;
  readonly criterion: string;
  readonly check_id: string;
  /** RFC 3339, within a year. */
  readonly ends_at: string;
}

/** One reviewer proposes it and another one approves it, until its end and for later revisions too. */
@Injectable()
export class ReviewExceptionKind implements ApprovalKind<ReviewException> {
  readonly kind = 'review_exception';
  readonly subjectType = 'drive_check';
  readonly name = 'Review exception';
  readonly roles = ['reviewer'] as const;
  readonly refusals = { review_exceptions_end: listingsErrors.exception_end_invalid };

  constructor(
    private readonly listings: ListingsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly submissions: SubmissionsRepository,
  ) {}

  /** @throws AppError `listing_not_found` (404), `exception_end_invalid` (400), `exception_without_need` (409) */
  async subject(tx: Tx, { drive_id, check_id, ends_at }: ReviewException): Promise<ApprovalSubject> {
    const listing = await this.listings.lock(tx, drive_id);
    if (!listing) throw listingsErrors.listing_not_found();
    const ahead = Date.parse(ends_at) - tx.now.getTime();
    if (!(ahead > 0 && ahead <= EXCEPTION_DAYS * DAY_MS)) throw listingsErrors.exception_end_invalid();
    if (await this.reviews.isExcepted(tx, drive_id, check_id)) throw listingsErrors.exception_without_need();
    return {
      subjectId: `${drive_id}:${check_id}`,
      title: `Exception of check ${check_id} for ${listing.name} until ${utcDay(ends_at)}`,
      organizations: [listing.orgId],
    };
  }

  preview({ check_id, criterion, ends_at }: ReviewException): Promise<ApprovalPreview> {
    return Promise.resolve({
      effects: [
        check_id === TIER_CHECK
          ? 'The Drive may be listed without a price. It cannot be installed before it has one.'
          : `Findings of check ${check_id} no longer stand against an approval.`,
        `The criterion “${criterion}” is excepted until ${utcDay(ends_at)}, for later versions too. One reviewer can end it earlier.`,
      ],
    });
  }

  /** @throws AppError `exception_end_invalid` (400) */
  async apply(tx: Tx, { id, payload }: Approved<ReviewException>): Promise<void> {
    const { drive_id, submission_id: submissionId, criterion, check_id, ends_at } = payload;
    const made = { approvalId: id, driveId: drive_id, checkId: check_id, endsAt: new Date(ends_at) };
    await this.reviews.makeException(tx, { ...made, submissionId, criterion });
    await this.submissions.weighOf(tx, drive_id);
    await tx.emit(ExceptionConfirmed, { exception_id: id, drive_id, check_id, ends_at });
  }
}
