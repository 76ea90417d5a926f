import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { StoredValidation } from './validations.js';

/** Writes `listings.validations`: one row per run, from its request on. */
@Injectable()
export class ValidationsRepository {
  /** A run that waits for its thread. */
  async open(tx: Tx, { id, url, askedAt }: { id: string; url: string; askedAt: Date }): Promise<void> {
    await tx.query(`insert into listings.validations (id, url, state, validated_at) values ($1, $2, 'queued', $3)`, [
      id,
      url,
      askedAt,
    ]);
  }

  async start(tx: Tx, id: string): Promise<void> {
    await tx.query(`update listings.validations set state = 'running' where id = $1 and state = 'queued'`, [id]);
  }

  /** The run has a verdict; `servedDigest` is the SHA-256 of the bytes it is about. */
  async finish(
    tx: Tx,
    { id, validatedAt, report, probes }: StoredValidation,
    servedDigest: string | null,
  ): Promise<void> {
    await tx.query(
      `update listings.validations set state = 'finished', ok = $2, digest = $3, result = $4, validated_at = $5,
        served_digest = $6, engine = $7 where id = $1 and state in ('queued', 'running')`,
      [
        id,
        report.ok,
        report.digest,
        JSON.stringify({ report, probes }),
        validatedAt,
        servedDigest,
        report.engine.version,
      ],
    );
  }

  /** The run found the bytes of an earlier one, whose verdict it gives. */
  async reuse(tx: Tx, id: string, earlier: string): Promise<void> {
    await tx.query(
      `update listings.validations set state = 'finished', reuses = $2
        where id = $1 and state in ('queued', 'running')`,
      [id, earlier],
    );
  }

  /** The run ended without a verdict; `failure` is the code of the refusal. */
  async fail(tx: Tx, id: string, failure: string): Promise<void> {
    await tx.query(
      `update listings.validations set state = 'failed', failure = $2
        where id = $1 and state in ('queued', 'running')`,
      [id, failure],
    );
  }

  /** Removes older validations; returns how many. */
  async deleteBefore(tx: Tx, before: Date): Promise<number> {
    const rows = await tx.query('delete from listings.validations where validated_at < $1 returning 1', [before]);
    return rows.length;
  }
}
