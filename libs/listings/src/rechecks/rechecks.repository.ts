import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { RecheckOutcome } from './domain/recheck.js';

/** Writes `listings.review_rechecks`. The submission is locked. */
@Injectable()
export class RechecksRepository {
  constructor(private readonly ids: Ids) {}

  async openOf(tx: Tx, submissionId: string): Promise<{ id: string; askedAt: Date } | undefined> {
    const [row] = await tx.query<{ id: string; askedAt: Date }>(
      `select id, asked_at as "askedAt" from listings.review_rechecks where submission_id = $1 and ended_at is null`,
      [submissionId],
    );
    return row;
  }

  async open(tx: Tx, actor: Actor, submissionId: string): Promise<string> {
    const id = this.ids.next();
    await tx.query(
      `insert into listings.review_rechecks (id, submission_id, asked_by, asked_by_name, asked_at) values ($1, $2, $3, $4, $5)`,
      [id, submissionId, actor.userId, actor.name, tx.now],
    );
    return id;
  }

  /** The current judgements of `reopened` no longer count. */
  async end(tx: Tx, id: string, outcome: RecheckOutcome, reopened: readonly string[] = []): Promise<void> {
    await tx.query(
      `update listings.review_rechecks k set ended_at = $2, outcome = $3, reopened = $4,
         judged_up_to = (select coalesce(max(seq), 0) from listings.review_judgements j where j.submission_id = k.submission_id)
       where id = $1`,
      [id, tx.now, outcome, reopened],
    );
  }
}
