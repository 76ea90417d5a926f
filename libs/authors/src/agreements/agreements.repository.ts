import { Injectable } from '@nestjs/common';
import { takeLock, type Tx } from '@portal/platform';

export interface AgreementRow {
  readonly version: string;
  readonly text: string;
  readonly digest: string;
  readonly summary: readonly string[];
  readonly ordinal: number;
  readonly effectiveAt: Date;
  readonly signUntil: Date;
}

@Injectable()
export class AgreementsRepository {
  /** The newest text, also one that is not in force yet. Publications take turns. */
  async lockNewest(tx: Tx): Promise<{ version: string; ordinal: number; effectiveAt: Date }> {
    await takeLock(tx, 'authors.agreement_versions');
    const [row] = await tx.query<{ version: string; ordinal: number; effective_at: Date }>(
      'select version, ordinal, effective_at from authors.agreement_versions order by ordinal desc limit 1',
    );
    if (!row) throw new Error('there is no agreement');
    return { version: row.version, ordinal: row.ordinal, effectiveAt: row.effective_at };
  }

  async exists(tx: Tx, version: string): Promise<boolean> {
    return (await tx.query('select 1 from authors.agreement_versions where version = $1', [version])).length > 0;
  }

  async add(tx: Tx, row: AgreementRow): Promise<void> {
    await tx.query(
      `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at, sign_until)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.version, row.ordinal, row.text, row.digest, JSON.stringify(row.summary), row.effectiveAt, row.signUntil],
    );
  }
}
