import { Injectable } from '@nestjs/common';
import type { ConformanceReport, LoggedProbe } from '@portal/conformance';
import { Database, type Tx } from '@portal/platform';

/** A result of the public validator as it is kept and shown. */
export interface StoredValidation {
  readonly id: string;
  readonly url: string;
  readonly validatedAt: Date;
  readonly report: ConformanceReport;
  readonly probes: readonly LoggedProbe[];
}

/** `listings.validations`. */
@Injectable()
export class ValidationsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, { id, url, validatedAt, report, probes }: StoredValidation): Promise<void> {
    await tx.query(
      `insert into listings.validations (id, url, ok, digest, result, validated_at) values ($1, $2, $3, $4, $5, $6)`,
      [id, url, report.ok, report.digest, JSON.stringify({ report, probes }), validatedAt],
    );
  }

  async find(id: string): Promise<StoredValidation | undefined> {
    const [row] = await this.database.query<{
      id: string;
      url: string;
      validated_at: Date;
      result: Pick<StoredValidation, 'report' | 'probes'>;
    }>('select id, url, validated_at, result from listings.validations where id = $1', [id]);
    return row && { id: row.id, url: row.url, validatedAt: row.validated_at, ...row.result };
  }

  /** Removes what was validated before; returns how many. */
  async deleteBefore(tx: Tx, before: Date): Promise<number> {
    const rows = await tx.query('delete from listings.validations where validated_at < $1 returning 1', [before]);
    return rows.length;
  }
}
