import { Injectable } from '@nestjs/common';
import { Claims } from '@portal/approvals';
import { refuseJudgements } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { NOTE_MIN, type Judgement } from './domain/review-case.js';
import { criterionOf, judgedTogether, type CriterionFacts, type CriterionId } from './domain/review-criteria.js';
import { listingsErrors } from '../errors.js';
import type { JudgeSubmissionDto } from './http/review.dto.js';
import type { RevisionEntity } from '../listing/listing.entity.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewCases } from './review-cases.js';
import { reviewRefusal } from './review-refusals.js';

type Judged = Omit<Judgement, 'round'>;

/** A reviewer judges one or several criteria of a revision. The newest judgement of a criterion counts. */
@Injectable()
export class JudgeSubmission {
  constructor(
    private readonly transactor: Transactor,
    private readonly cases: ReviewCases,
    private readonly reviews: ReviewsRepository,
    private readonly claims: Claims,
  ) {}

  /**
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open`, `digest_mismatch`,
   *   `case_not_claimed`, `criterion_applies`, `judged_together` (409), `criterion_unknown`, `judgement_note_missing`,
   *   `judgement_reason_missing` (400).
   */
  async execute(actor: Actor, submissionId: string, { digest, judgements: given }: JudgeSubmissionDto): Promise<void> {
    const judgements = wellFormed(given);
    try {
      await this.transactor.run(async (tx) => {
        const submission = await this.cases.lockInReview(tx, actor, submissionId);
        const revision = await this.cases.revision(tx, submission, digest);
        await this.claims.extend(tx, actor, submission.id);
        refuseJudgements(
          listingsErrors.criterion_applies,
          judgements,
          (one) => one.verdict === 'not_applicable' && applies(one.criterion, revision.manifest, submission),
        );
        await this.assertLookedAt(tx, submission, revision, judgements);
        await this.reviews.judge(tx, actor, { submissionId, digest, round: submission.round }, judgements);
        await tx.audit(actor, 'review.judged', ['submission', submissionId], {
          after: { digest, verdicts: Object.fromEntries(judgements.map((one) => [one.criterion, one.verdict])) },
        });
      });
    } catch (error) {
      throw reviewRefusal(error);
    }
  }

  /** What no check shows is passed in writing, and only what all checks show is passed with others in one step. */
  private async assertLookedAt(
    tx: Tx,
    submission: SubmissionEntity,
    revision: RevisionEntity,
    judgements: readonly Judged[],
  ): Promise<void> {
    const unproven = new Set((await this.reviews.unproven(tx, submission.id)).map(({ criterion }) => criterion));
    const bare = (one: Judged): boolean => one.note.length < NOTE_MIN;
    refuseJudgements(
      listingsErrors.judgement_reason_missing,
      judgements,
      (one) => one.verdict === 'pass' && bare(one) && unproven.has(one.criterion),
    );
    if (judgements.length === 1) return;
    const outcomes = await this.reviews.outcomes(tx, submission.id);
    const changes = await this.cases.changes(tx, submission, revision);
    refuseJudgements(listingsErrors.judged_together, judgements, (one) => {
      const checks = outcomes.filter(({ criterion }) => criterion === one.criterion);
      const facts = { applies: applies(one.criterion, revision.manifest, submission), checks, changes };
      return bare(one) && !judgedTogether(criterionOf(one.criterion)!, facts);
    });
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
