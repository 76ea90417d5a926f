import { Injectable } from '@nestjs/common';
import { refuseJudgements } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { NOTE_MIN, type Judgement } from './domain/review-case.js';
import { criterionOf, type CriterionFacts, type CriterionId } from './domain/review-criteria.js';
import { listingsErrors } from '../errors.js';
import type { JudgeSubmissionDto } from './http/review.dto.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewCases } from './review-cases.js';
import { ReviewClaims } from './review-claims.js';
import { reviewRefusal } from './review-refusals.js';

type Judged = Omit<Judgement, 'round'>;

/** A reviewer judges one or several criteria of a revision. The newest judgement of a criterion counts. */
@Injectable()
export class JudgeSubmission {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly reviews: ReviewsRepository,
    private readonly claims: ReviewClaims,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open`, `digest_mismatch`,
   *   `case_not_claimed`, `criterion_applies` (409), `criterion_unknown`, `judgement_note_missing` (400).
   */
  async execute(actor: Actor, submissionId: string, { digest, judgements: given }: JudgeSubmissionDto): Promise<void> {
    const judgements = wellFormed(given);
    try {
      await this.transactor.run(async (tx) => {
        const submission = await this.cases.lockInReview(tx, actor, submissionId);
        const revision = await this.cases.revision(tx, submission, digest);
        await this.claims.extend(tx, actor, submission);
        refuseJudgements(
          listingsErrors.criterion_applies,
          judgements,
          (one) => one.verdict === 'not_applicable' && applies(one.criterion, revision.manifest, submission),
        );
        await this.reviews.judge(tx, actor, { submissionId, digest, round: submission.round }, judgements);
        await tx.audit(actor, 'review.judged', ['submission', submissionId], {
          after: { digest, verdicts: Object.fromEntries(judgements.map((one) => [one.criterion, one.verdict])) },
        });
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }
}

function applies(
  criterion: CriterionId,
  manifest: CriterionFacts['manifest'],
  submission: { baseRevisionId: string | null },
): boolean {
  return criterionOf(criterion)!.applies({ manifest, update: submission.baseRevisionId !== null });
}

function wellFormed(given: JudgeSubmissionDto['judgements']): Judged[] {
  refuseJudgements(
    listingsErrors.criterion_unknown,
    given,
    (one, i) =>
      criterionOf(one.criterion) === undefined || given.findIndex((other) => other.criterion === one.criterion) !== i,
  );
  const judged = given.map((one) => ({ ...one, note: one.note?.trim() ?? '' })) as Judged[];
  refuseJudgements(
    listingsErrors.judgement_note_missing,
    judged,
    (one) => ['fail', 'needs_change'].includes(one.verdict) && one.note.length < NOTE_MIN,
  );
  return judged;
}
