import { Injectable } from '@nestjs/common';
import { conformanceChecks } from '@portal/conformance';
import { AppError } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { recheckStream } from '../submissions/check-progress.js';
import type { RecheckOutcome } from './domain/recheck.js';
import { listingsErrors } from '../errors.js';
import type { RecheckView } from '../review/http/review.view.js';

interface Row {
  id: string;
  asked_by_name: string;
  asked_at: Date;
  ended_at: Date | null;
  outcome: RecheckOutcome | null;
  reopened: string[];
}

/** How the last re-check of a case goes, or went. */
@Injectable()
export class Rechecks {
  constructor(private readonly database: Database) {}

  async last(submissionId: string): Promise<RecheckView | null> {
    const row = await this.row(submissionId);
    if (!row) return null;
    const [counted] = await this.database.query<{ checked: number }>(
      `select count(distinct data->>'id')::int as checked from platform.live_events where stream = $1 and type = 'check'`,
      [recheckStream(row.id)],
    );
    return {
      asked_by: row.asked_by_name,
      asked_at: row.asked_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      checked: counted?.checked ?? 0,
      checks_total: conformanceChecks.length,
      outcome: row.outcome,
      reopened: row.reopened,
    };
  }

  /** @throws AppError `submission_not_found` (404) when nothing was ever asked to be run again */
  async assertAny(submissionId: string): Promise<void> {
    await this.stream(submissionId);
  }

  async stream(submissionId: string): Promise<string> {
    const row = await this.row(submissionId);
    if (!row) throw new AppError(listingsErrors.submission_not_found);
    return recheckStream(row.id);
  }

  private async row(submissionId: string): Promise<Row | undefined> {
    const [row] = await this.database.query<Row & Record<string, unknown>>(
      `select id, asked_by_name, asked_at, ended_at, outcome, reopened from listings.review_rechecks
       where submission_id = $1 order by asked_at desc, id desc limit 1`,
      [submissionId],
    );
    return row;
  }
}
