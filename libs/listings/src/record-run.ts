import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION, type ConformanceResult } from '@portal/conformance';
import { canonicalJson } from '@portal/contract';
import type { Tx } from '@portal/platform';

interface Last {
  seq: number;
  digest: string;
  ok: boolean;
  manifest: string | null;
}

/**
 * Writes a run of the checks down for ever, bound to the run before it. Belongs to whoever ran the checks: in its
 * transaction, with the listing locked.
 */
@Injectable()
export class RecordRun {
  /** True when the same manifest passed the last time and does not now: the Drive drifted away from what it declares. */
  async execute(tx: Tx, driveId: string, result: ConformanceResult): Promise<{ drifted: boolean }> {
    const [last] = await tx.query<Last>(
      `select seq, digest, ok, body::jsonb->>'manifest' as manifest from listings.conformance_runs where drive_id = $1 order by seq desc limit 1`,
      [driveId],
    );
    const { report, results } = result;
    const seq = (last?.seq ?? 0) + 1;
    const checks: Record<string, string> = {};
    for (const { id, status } of results) checks[id] = status;
    const body = canonicalJson({
      drive: driveId,
      seq,
      ran_at: tx.now.toISOString(),
      ok: report.ok,
      engine: ENGINE_VERSION,
      manifest: report.digest,
      checks,
    });
    const digest = createHash('sha256')
      .update((last?.digest ?? '') + body)
      .digest('hex');
    await tx.query(
      `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest) values ($1, $2, $3, $4, $5, $6, $7)`,
      [driveId, seq, tx.now, report.ok, body, last?.digest ?? null, digest],
    );
    await tx.query(
      `update listings.listings set conformance_ok = $2, checked_at = clock_timestamp(), verified_at = case when $2 then $3 else verified_at end
       where drive_id = $1`,
      [driveId, report.ok, tx.now],
    );
    return { drifted: last !== undefined && last.ok && !report.ok && last.manifest === report.digest };
  }
}
