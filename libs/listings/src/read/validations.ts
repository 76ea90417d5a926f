import { Injectable } from '@nestjs/common';
import type { ConformanceReport, LoggedProbe } from '@portal/conformance';
import { Database } from '@portal/platform';

/** A result of the public validator as it is kept and shown. */
export interface StoredValidation {
  readonly id: string;
  readonly url: string;
  readonly validatedAt: Date;
  readonly report: ConformanceReport;
  readonly probes: readonly LoggedProbe[];
}

/** Results of the public validator that somebody may open again. */
@Injectable()
export class Validations {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<StoredValidation | undefined> {
    const [row] = await this.database.query<{
      id: string;
      url: string;
      validated_at: Date;
      result: Pick<StoredValidation, 'report' | 'probes'>;
    }>('select id, url, validated_at, result from listings.validations where id = $1', [id]);
    return row && { id: row.id, url: row.url, validatedAt: row.validated_at, ...row.result };
  }
}
