import { Injectable } from '@nestjs/common';
import type { NotRunReason } from '@portal/conformance';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, type Tx } from '@portal/platform/database';
import type { SubmissionState } from './domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { worstOfCase } from '../review/read/case-facts.js';
import { SubmissionEntity } from './submission.entity.js';

/** A check as shown with a submission. */
export interface CheckRow {
  id: string;
  rule: string;
  group: string;
  status: 'queued' | 'running' | 'pass' | 'warn' | 'fail' | 'error' | 'observed' | 'skipped';
  /** Why it was not run. */
  reason: NotRunReason | null;
  findings: readonly object[];
}

/** The same as it is written. `blocks`: while it fails, nothing is approved without an exception of it. */
export interface NewCheckRow extends CheckRow {
  ordinal: number;
  criterion: string;
  blocks: boolean;
}

const OPEN: readonly SubmissionState[] = ['received', 'validating', 'in_review', 'changes_requested'];

@Injectable()
export class SubmissionsRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<SubmissionEntity | undefined> {
    const [row] = await this.database.query<SubmissionEntity>(
      `select id, drive_id as "driveId", org_id as "orgId", kind, state, manifest_url as "manifestUrl", origin, submitted_by as "submittedBy",
         revision_id as "revisionId", base_revision_id as "baseRevisionId", decision, decision_code as "decisionCode", decision_reason as "decisionReason", decided_by as "decidedBy",
         decided_at as "decidedAt", answer, round, waiting_since as "waitingSince", weight, validated_at as "validatedAt", taken_back as "takenBack", created_at as "createdAt"
       from listings.submissions where id = $1`,
      [id],
    );
    return row;
  }

  add(tx: Tx, submission: Partial<SubmissionEntity>): Promise<unknown> {
    return tx.manager.insert(SubmissionEntity, submission);
  }

  async lock(tx: Tx, id: string): Promise<SubmissionEntity | null> {
    return tx.manager.findOne(SubmissionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** As `lock`. @throws AppError `submission_not_found` (404), also for that of an organisation that is not the caller's */
  async lockOwn(tx: Tx, id: string, actor: Actor): Promise<SubmissionEntity> {
    const submission = await this.lock(tx, id);
    if (!submission || !scopeIds(actor, 'author').includes(submission.orgId))
      throw listingsErrors.submission_not_found();
    return submission;
  }

  /** Checked first, so that no other refusal reveals the case; the database refuses too (db/decisions.sql). */
  async assertStranger(tx: Tx, orgId: string, reviewerId: string | null): Promise<void> {
    await tx.query('select authors.assert_stranger(array[$1::uuid], $2)', [orgId, reviewerId]);
  }

  /** The submission of a Drive that is not decided yet; at most one. */
  openOf(tx: Tx, driveId: string): Promise<SubmissionEntity | null> {
    return tx.manager
      .createQueryBuilder(SubmissionEntity, 's')
      .where('s.driveId = :driveId and s.state in (:...open)', { driveId, open: OPEN })
      .setLock('pessimistic_write')
      .getOne();
  }

  /** Compare and set; false when the state was another one. */
  async move(
    tx: Tx,
    id: string,
    from: SubmissionState,
    to: SubmissionState,
    changes: Partial<SubmissionEntity> = {},
  ): Promise<boolean> {
    const result = await tx.manager.update(SubmissionEntity, { id, state: from }, { ...changes, state: to });
    return result.affected === 1;
  }

  /** Writes down how heavy the worst against it weighs, by its evidence now. */
  async weigh(tx: Tx, id: string): Promise<void> {
    const worst = await worstOfCase(tx, id);
    if (worst) await tx.manager.update(SubmissionEntity, { id }, { weight: worst.weight });
  }

  /** The same for the case of a Drive: an exception came into force or is over. */
  async weighOf(tx: Tx, driveId: string): Promise<void> {
    const open = await this.openOf(tx, driveId);
    if (open?.state === 'in_review') await this.weigh(tx, open.id);
  }

  /** Drives with a case that waits and an exception whose day came within a day. */
  async withExpiredExceptions(tx: Tx): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select distinct s.drive_id as id from listings.submissions s join listings.review_exceptions e using (drive_id)
       where s.state = 'in_review' and e.ended_at is null and e.ends_at > $1::timestamptz - interval '1 day' and e.ends_at <= $1 order by 1`,
      [tx.now],
    );
    return rows.map(({ id }) => id);
  }

  /** Every check of a submission with its current result. */
  checksOf(tx: Tx, submissionId: string): Promise<CheckRow[]> {
    return tx.query<CheckRow>(
      `select check_id as id, rule, check_group as "group", status, reason, findings from listings.submission_checks
       where submission_id = $1 order by ordinal`,
      [submissionId],
    );
  }

  /** Writes checks down in their order; a repeated run replaces its earlier results. */
  async saveChecks(tx: Tx, submissionId: string, checks: readonly NewCheckRow[]): Promise<void> {
    if (checks.length === 0) return;
    await tx.query(
      `insert into listings.submission_checks (submission_id, check_id, ordinal, rule, check_group, criterion, blocks, status, reason, findings)
       select $1, x.id, x.ordinal, x.rule, x."group", x.criterion, x.blocks, x.status, x.reason, x.findings
       from jsonb_to_recordset($2::jsonb) as x(id text, ordinal int, rule text, "group" text, criterion text, blocks boolean, status text, reason text, findings jsonb)
       on conflict (submission_id, check_id) do update set status = excluded.status, reason = excluded.reason, findings = excluded.findings`,
      [submissionId, JSON.stringify(checks)],
    );
  }
}
