import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION, type CheckResult, type ConformanceResult } from '@portal/conformance';
import { canonicalJson } from '@portal/contract';
import type { Tx } from '@portal/platform/database';
import { countedRuns } from './counted-runs-sql.js';
import { handshakePassed } from './handshake-passed.js';
import { submissionPasses } from './submission-passes.js';

interface Last {
  seq: number;
  digest: string;
}

/**
 * Records a run of the checks permanently, chained to the run before it. For the use case that ran the checks, in its
 * transaction, with the listing locked.
 */
@Injectable()
export class RecordRun {
  /**
   * A run at the live address: it is the badge of the Drive. True when the same manifest passed the last time and
   * does not now: the Drive drifted from its declarations.
   */
  async ofLive(tx: Tx, driveId: string, result: ConformanceResult): Promise<{ drifted: boolean }> {
    const { ok, digest } = result.report;
    const [last] = await tx.query<{ ok: boolean }>(
      `select r.ok from ${countedRuns('$1')} r where r.manifest = $2 order by r.since desc, r.seq desc limit 1`,
      [driveId, digest],
    );
    await this.append(tx, driveId, result, null);
    await tx.query(
      `update listings.listings set conformance_ok = $2, checked_at = clock_timestamp(), verified_at = case when $2 then $3 else verified_at end,
         handshake_at = case when $4 then $3 when not $4 then null else handshake_at end
       where drive_id = $1`,
      [driveId, ok, tx.now, handshakePassed(result.results)],
    );
    return { drifted: last?.ok === true && !ok };
  }

  /** A run of a submission, at any address: evidence, and the badge of the Drive only once it is published. */
  async ofSubmission(tx: Tx, driveId: string, submissionId: string, result: ConformanceResult): Promise<void> {
    await this.append(tx, driveId, result, submissionId);
  }

  /** The submission is live now: its checks are those of the Drive, and the last run of this manifest counts, if there is one. */
  async published(tx: Tx, driveId: string, submissionId: string): Promise<void> {
    await tx.query(
      'update listings.listings set checks = (select to_jsonb(c) from listings.check_counts($2) c) where drive_id = $1',
      [driveId, submissionId],
    );
    const [run] = await tx.query<{ ok: boolean; ran_at: Date; checks: Record<string, CheckResult['status']> }>(
      `select c.ok, c.ran_at, c.body::jsonb->'checks' as checks from listings.conformance_runs c
       join listings.listings m on m.drive_id = c.drive_id join listings.revisions v on v.id = m.live_revision_id
       where c.drive_id = $1 and c.submission_id = $2 and c.body::jsonb->>'manifest' = v.digest order by c.seq desc limit 1`,
      [driveId, submissionId],
    );
    if (!run) return;
    const handshake = handshakePassed(Object.entries(run.checks).map(([id, status]) => ({ id, status })));
    await tx.query(
      `update listings.listings set conformance_ok = $2, verified_at = case when $2 then $3 else verified_at end,
         checked_at = clock_timestamp() - greatest($4::timestamptz - $3, interval '0'), handshake_at = case when $5 then $3 end
       where drive_id = $1`,
      [driveId, run.ok, run.ran_at, tx.now, handshake],
    );
  }

  private async append(tx: Tx, driveId: string, result: ConformanceResult, submission: string | null): Promise<void> {
    const { report, results } = result;
    const ok = submissionPasses(result);
    const [last] = await tx.query<Last>(
      'select seq, digest from listings.conformance_runs where drive_id = $1 order by seq desc limit 1',
      [driveId],
    );
    const seq = (last?.seq ?? 0) + 1;
    const checks: Record<string, string> = {};
    for (const { id, status } of results) checks[id] = status;
    const calls = Object.fromEntries(results.flatMap(({ id, call }) => (call ? [[id, call]] : [])));
    const body = canonicalJson({
      drive: driveId,
      seq,
      ran_at: tx.now.toISOString(),
      ok,
      engine: ENGINE_VERSION,
      manifest: report.digest,
      checks,
      ...(submission === null ? {} : { submission }),
    });
    const digest = createHash('sha256')
      .update((last?.digest ?? '') + body)
      .digest('hex');
    await tx.query(
      `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest, submission_id, calls) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [driveId, seq, tx.now, ok, body, last?.digest ?? null, digest, submission, JSON.stringify(calls)],
    );
  }
}
