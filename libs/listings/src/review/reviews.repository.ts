import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { ReviewClaim, Judgement } from './domain/review-case.js';
import { CRITERIA_VERSION } from './domain/review-criteria.js';

interface ReviewException {
  id: string;
  driveId: string;
  orgId: string;
  submissionId: string;
  criterion: string;
  checkId: string;
  reason: string;
  endsAt: Date;
  proposedBy: string;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

/** Claims, judgements and exceptions. The submission, or for exceptions the listing, is locked. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly ids: Ids) {}

  async claim(tx: Tx, submissionId: string): Promise<ReviewClaim | undefined> {
    const [row] = await tx.query<ReviewClaim>(
      `select holder_id as "holderId", holder_name as "holderName", held_since as since, held_until as until
       from listings.review_claims where submission_id = $1`,
      [submissionId],
    );
    return row;
  }

  async setClaim(tx: Tx, submissionId: string, claim: ReviewClaim): Promise<void> {
    await tx.query(
      `insert into listings.review_claims (submission_id, holder_id, holder_name, held_since, held_until) values ($1, $2, $3, $4, $5)
       on conflict (submission_id) do update set holder_id = excluded.holder_id, holder_name = excluded.holder_name,
         held_since = excluded.held_since, held_until = excluded.held_until`,
      [submissionId, claim.holderId, claim.holderName, claim.since, claim.until],
    );
  }

  async dropClaim(tx: Tx, submissionId: string): Promise<void> {
    await tx.query('delete from listings.review_claims where submission_id = $1', [submissionId]);
  }

  /** The newest judgement of each criterion under the present list, on evidence that did not change since. */
  judgements(tx: Tx, submissionId: string): Promise<Judgement[]> {
    return tx.query<Judgement & Record<string, unknown>>(
      `select distinct on (criterion) criterion, verdict, note, round from listings.review_judgements
       where submission_id = $1 and criteria_version = $2 and not listings.is_reopened(submission_id, criterion, seq)
       order by criterion, seq desc`,
      [submissionId, CRITERIA_VERSION],
    );
  }

  async judge(
    tx: Tx,
    actor: Actor,
    about: { submissionId: string; digest: string; round: number },
    judgements: readonly Omit<Judgement, 'round'>[],
  ): Promise<void> {
    await tx.query(
      `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name, judged_at)
       select $1, $2, $3, $4, x.criterion, x.verdict, x.note, $5, $6, $7
       from jsonb_to_recordset($8::jsonb) as x(criterion text, verdict text, note text)`,
      [
        about.submissionId,
        about.digest,
        about.round,
        CRITERIA_VERSION,
        actor.userId,
        actor.name,
        tx.now,
        JSON.stringify(judgements),
      ],
    );
  }

  /** Criteria of a Drive that an exception in force covers. */
  async excepted(tx: Tx, driveId: string): Promise<Set<string>> {
    const rows = await tx.query<{ criterion: string }>('select criterion from listings.exceptions_in_force($1)', [
      driveId,
    ]);
    return new Set(rows.map(({ criterion }) => criterion));
  }

  /** True when an exception in force covers this check of the Drive. */
  async isExcepted(tx: Tx, driveId: string, checkId: string): Promise<boolean> {
    const rows = await tx.query('select 1 from listings.exceptions_in_force($1) where check_id = $2', [
      driveId,
      checkId,
    ]);
    return rows.length > 0;
  }

  /** Status of a check of a submission; undefined when it has no such check. */
  async checkOf(tx: Tx, submissionId: string, checkId: string): Promise<{ group: string; status: string } | undefined> {
    const [row] = await tx.query<{ group: string; status: string }>(
      'select check_group as "group", status from listings.submission_checks where submission_id = $1 and check_id = $2',
      [submissionId, checkId],
    );
    return row;
  }

  /** An exception that is proposed or in force for a check of the Drive. */
  async openException(tx: Tx, driveId: string, checkId: string): Promise<boolean> {
    const rows = await tx.query(
      'select 1 from listings.review_exceptions where drive_id = $1 and check_id = $2 and ended_at is null and ends_at > $3',
      [driveId, checkId, tx.now],
    );
    return rows.length > 0;
  }

  /** Returns its id. */
  async propose(
    tx: Tx,
    actor: Actor,
    exception: Pick<ReviewException, 'driveId' | 'submissionId' | 'criterion' | 'checkId' | 'reason' | 'endsAt'>,
  ): Promise<string> {
    const { driveId, submissionId, criterion, checkId, reason, endsAt } = exception;
    const id = this.ids.next();
    await tx.query(
      `insert into listings.review_exceptions (id, drive_id, submission_id, criterion, check_id, reason, ends_at, proposed_by, proposed_by_name, proposed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, driveId, submissionId, criterion, checkId, reason, endsAt, actor.userId, actor.name, tx.now],
    );
    return id;
  }

  async lockException(tx: Tx, id: string): Promise<ReviewException | undefined> {
    const [row] = await tx.query<ReviewException & Record<string, unknown>>(
      `select e.id, e.drive_id as "driveId", l.org_id as "orgId", e.submission_id as "submissionId", e.criterion, e.check_id as "checkId", e.reason,
         e.ends_at as "endsAt", e.proposed_by as "proposedBy", e.confirmed_at as "confirmedAt", e.ended_at as "endedAt"
       from listings.review_exceptions e join listings.listings l using (drive_id) where e.id = $1 for update of e`,
      [id],
    );
    return row;
  }

  async confirm(tx: Tx, actor: Actor, id: string): Promise<void> {
    await tx.query(
      'update listings.review_exceptions set confirmed_by = $2, confirmed_by_name = $3, confirmed_at = $4 where id = $1',
      [id, actor.userId, actor.name, tx.now],
    );
  }

  async end(tx: Tx, actor: Actor, id: string, reason: string): Promise<void> {
    await tx.query(
      'update listings.review_exceptions set ended_by = $2, ended_by_name = $3, ended_at = $4, end_reason = $5 where id = $1',
      [id, actor.userId, actor.name, tx.now, reason],
    );
  }
}
