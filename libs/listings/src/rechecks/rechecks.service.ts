import { Injectable } from '@nestjs/common';
import { conformanceChecks } from '@portal/conformance';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { RecheckView } from '../review/http/review.view.js';
import type { checkRow } from '../submissions/check-progress.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { changedCriteria, type RecheckOutcome } from './domain/recheck.js';

type Row = RowOf<Omit<RecheckView, 'checks_total'>, 'asked_at' | 'ended_at'>;

/** Re-checks of cases: their rows, the end of a running one, and how the last one goes. */
@Injectable()
export class RechecksService {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly submissions: SubmissionsRepository,
  ) {}

  /** State of the last re-check of a case. */
  async last(submissionId: string): Promise<RecheckView | null> {
    const [row] = await this.database.query<Row>(
      `select asked_by_name as asked_by, asked_at, ended_at, outcome, reopened, checked from listings.review_rechecks
       where submission_id = $1 order by asked_at desc, id desc limit 1`,
      [submissionId],
    );
    return row ? { ...isoDates(row), checks_total: conformanceChecks.length } : null;
  }

  /** The submission is locked. */
  async openOf(tx: Tx, submissionId: string): Promise<{ id: string; askedAt: Date } | undefined> {
    const [row] = await tx.query<{ id: string; askedAt: Date }>(
      `select id, asked_at as "askedAt" from listings.review_rechecks where submission_id = $1 and ended_at is null`,
      [submissionId],
    );
    return row;
  }

  /** The submission is locked. */
  async open(tx: Tx, actor: Actor, submissionId: string): Promise<string> {
    const id = this.ids.next();
    await tx.query(
      `insert into listings.review_rechecks (id, submission_id, asked_by, asked_by_name, asked_at) values ($1, $2, $3, $4, $5)`,
      [id, submissionId, actor.userId, actor.name, tx.now],
    );
    await tx.audit(actor, 'review.recheck_asked', ['submission', submissionId], { after: { recheck: id } });
    return id;
  }

  /** The submission, locked; undefined when the re-check is over, or its submission is decided now. */
  async lockRunning(tx: Tx, submissionId: string, recheckId: string): Promise<SubmissionEntity | undefined> {
    const submission = await this.submissions.lock(tx, submissionId);
    const open = await this.openOf(tx, submissionId);
    if (!submission || open?.id !== recheckId) return undefined;
    if (submission.state === 'in_review') return submission;
    await this.drop(tx, recheckId);
    return undefined;
  }

  /** Returns the criteria whose evidence has changed. */
  async replaceEvidence(tx: Tx, submissionId: string, checks: ReturnType<typeof checkRow>[]): Promise<string[]> {
    const reopened = changedCriteria(await this.submissions.checksOf(tx, submissionId), checks);
    await this.submissions.saveChecks(tx, submissionId, checks);
    await this.submissions.weigh(tx, submissionId);
    return reopened;
  }

  drop(tx: Tx, recheckId: string): Promise<void> {
    return this.end(tx, recheckId, 'dropped', []);
  }

  /** The current judgements of `reopened` no longer count. */
  async finish(
    tx: Tx,
    { submissionId, recheckId }: { submissionId: string; recheckId: string },
    { outcome, reopened }: { outcome: RecheckOutcome; reopened: string[] },
  ): Promise<void> {
    await this.end(tx, recheckId, outcome, reopened);
    await tx.audit(SYSTEM_ACTOR, 'review.rechecked', ['submission', submissionId], {
      after: { recheck: recheckId, outcome, reopened },
    });
  }

  private async end(tx: Tx, id: string, outcome: RecheckOutcome, reopened: readonly string[]): Promise<void> {
    await tx.query(
      `update listings.review_rechecks k set ended_at = $2, outcome = $3, reopened = $4,
         judged_up_to = (select coalesce(max(seq), 0) from listings.review_judgements j where j.submission_id = k.submission_id)
       where id = $1`,
      [id, tx.now, outcome, reopened],
    );
  }
}
