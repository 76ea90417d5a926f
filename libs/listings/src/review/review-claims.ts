import { Injectable } from '@nestjs/common';
import { AppError, invariant, utcMinute } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { isClaimed, type ReviewClaim } from './domain/review-case.js';
import { listingsErrors } from '../errors.js';
import { ReviewHoldEntity } from './review.entity.js';
import { ReviewsRepository } from './reviews.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';

const detail = (pointer: string, code: string, message: string) => ({ pointer, code, message });

/** Who works on which case: claimed, kept while working, taken over, released. The submission is locked. */
@Injectable()
export class ReviewClaims {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly config: Config,
  ) {}

  /**
   * The caller gets the case, or keeps it for longer.
   * @throws AppError `case_claimed` (409) when another reviewer claimed it and `takeover` is not set.
   */
  async claim(tx: Tx, actor: Actor, submission: SubmissionEntity, takeover: boolean): Promise<void> {
    const claim = await this.reviews.claim(tx, submission.id);
    const own = claim?.holderId === actor.userId;
    const claimed = isClaimed(claim, tx.now);
    if (claimed && !own && !takeover) throw this.claimedBy(claim);
    const since = own && claimed ? claim.since : tx.now;
    await this.reviews.setClaim(tx, submission.id, this.claimOf(tx, actor, since));
    if (own && claimed) return;
    await tx.audit(actor, claimed ? 'review.taken_over' : 'review.taken', ['submission', submission.id], {
      before: claimed ? { holder: claim.holderName, since: claim.since.toISOString() } : null,
      after: { holder: actor.name },
    });
  }

  /** Work on a case keeps it. @throws AppError `case_not_claimed` (409) with who has it and who asks. */
  async extend(tx: Tx, actor: Actor, submission: SubmissionEntity): Promise<void> {
    const claim = await this.assertClaimed(tx, actor, submission.id);
    await this.reviews.setClaim(tx, submission.id, this.claimOf(tx, actor, claim.since));
  }

  /** @throws AppError `case_not_claimed` (409) */
  async assertClaimed(tx: Tx, actor: Actor, submissionId: string): Promise<ReviewClaim> {
    const claim = await this.reviews.claim(tx, submissionId);
    if (isClaimed(claim, tx.now) && claim.holderId === actor.userId) return claim;
    throw listingsErrors.case_not_claimed({
      details: [
        detail('/holder', 'held_by', isClaimed(claim, tx.now) ? this.sentence(claim) : 'Nobody holds this case now.'),
        detail('/you', 'you', `You are ${actor.name}.`),
      ],
    });
  }

  /** Releases the case; has no effect when it is not the caller's. */
  async release(tx: Tx, actor: Actor, submissionId: string): Promise<void> {
    const claim = await this.reviews.claim(tx, submissionId);
    if (!isClaimed(claim, tx.now) || claim.holderId !== actor.userId) return;
    await tx.manager.delete(ReviewHoldEntity, { submissionId });
    await tx.audit(actor, 'review.released', ['submission', submissionId], { before: { holder: actor.name } });
  }

  private claimOf(tx: Tx, actor: Actor, since: Date): ReviewClaim {
    invariant(actor.userId, 'a reviewer is a person');
    const until = new Date(tx.now.getTime() + this.config.review.holdMinutes * 60_000);
    return { holderId: actor.userId, holderName: actor.name, since, until };
  }

  private claimedBy(claim: ReviewClaim): AppError {
    return listingsErrors.case_claimed({ details: [detail('/holder', 'held_by', this.sentence(claim))] });
  }

  private sentence(claim: ReviewClaim): string {
    return `${claim.holderName} has held it since ${utcMinute(claim.since)}, until ${utcMinute(claim.until)}.`;
  }
}
