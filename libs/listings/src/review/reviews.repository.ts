import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { Judgement, UnprovenCriterion } from './domain/review-case.js';
import { CRITERIA_VERSION, type CheckOutcome } from './domain/review-criteria.js';
import { ReviewExceptionEntity } from './review.entity.js';

type NewException = Pick<
  ReviewExceptionEntity,
  'approvalId' | 'driveId' | 'submissionId' | 'criterion' | 'checkId' | 'endsAt'
>;

/** Judgements and exceptions. The submission, or for exceptions the listing, is locked. */
@Injectable()
export class ReviewsRepository {
  /** The newest judgement of each criterion under the present list, on evidence that did not change since. */
  judgements(tx: Tx, submissionId: string): Promise<Judgement[]> {
    return tx.query<Judgement>(
      `select distinct on (criterion) criterion, verdict, note, round from listings.review_judgements
       where submission_id = $1 and criteria_version = $2 and not listings.is_reopened(submission_id, criterion, seq)
       order by criterion, seq desc`,
      [submissionId, CRITERIA_VERSION],
    );
  }

  async judge(
    tx: Tx,
    actor: Actor,
    { submissionId, digest, round }: { submissionId: string; digest: string; round: number },
    judgements: readonly Omit<Judgement, 'round'>[],
  ): Promise<void> {
    await tx.query(
      `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name, judged_at)
       select $1, $2, $3, $4, x.criterion, x.verdict, x.note, $5, $6, $7
       from jsonb_to_recordset($8::jsonb) as x(criterion text, verdict text, note text)`,
      [submissionId, digest, round, CRITERIA_VERSION, actor.userId, actor.name, tx.now, JSON.stringify(judgements)],
    );
  }

  /** Criteria of a Drive that an exception in force covers. */
  async excepted(tx: Tx, driveId: string): Promise<Set<string>> {
    const rows = await tx.query<{ criterion: string }>('select criterion from listings.exceptions_in_force($1)', [
      driveId,
    ]);
    return new Set(rows.map(({ criterion }) => criterion));
  }

  /** Criteria that checks did not show. */
  unproven(tx: Tx, submissionId: string): Promise<UnprovenCriterion[]> {
    return tx.query<UnprovenCriterion>('select criterion, blocks from listings.unproven_criteria($1)', [submissionId]);
  }

  /** The results of all checks of a submission, each with its criterion. */
  outcomes(tx: Tx, submissionId: string): Promise<(CheckOutcome & { criterion: string })[]> {
    return tx.query<CheckOutcome & { criterion: string }>(
      `select criterion, case when c.check_id is null then status else 'pass' end as state, reason
       from listings.submission_checks k left join listings.cleared_checks($1) c using (check_id) where submission_id = $1`,
      [submissionId],
    );
  }

  /** True when an exception in force covers this check of the Drive. */
  async isExcepted(tx: Tx, driveId: string, checkId: string): Promise<boolean> {
    return tx.matched('select 1 from listings.exceptions_in_force($1) where check_id = $2', [driveId, checkId]);
  }

  /** Status of a check of a submission; undefined when it has no such check. */
  async checkOf(tx: Tx, submissionId: string, checkId: string): Promise<{ group: string; status: string } | undefined> {
    const [row] = await tx.query<{ group: string; status: string }>(
      'select check_group as "group", status from listings.submission_checks where submission_id = $1 and check_id = $2',
      [submissionId, checkId],
    );
    return row;
  }

  /** Under the id of its approval. */
  async makeException(tx: Tx, exception: NewException): Promise<void> {
    const { approvalId: id } = exception;
    await tx.manager.insert(ReviewExceptionEntity, { ...exception, id, madeAt: tx.now });
  }
}
