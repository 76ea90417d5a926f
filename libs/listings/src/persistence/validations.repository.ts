import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { StoredValidation } from '../read/validations.js';

/** Writes `listings.validations`. */
@Injectable()
export class ValidationsRepository {
  async insert(tx: Tx, { id, url, validatedAt, report, probes }: StoredValidation): Promise<void> {
    await tx.query(
      `insert into listings.validations (id, url, ok, digest, result, validated_at) values ($1, $2, $3, $4, $5, $6)`,
      [id, url, report.ok, report.digest, JSON.stringify({ report, probes }), validatedAt],
    );
  }

  /** Removes what was validated before; returns how many. */
  async deleteBefore(tx: Tx, before: Date): Promise<number> {
    const rows = await tx.query('delete from listings.validations where validated_at < $1 returning 1', [before]);
    return rows.length;
  }
}
