import { Injectable } from '@nestjs/common';
import { takeLock, type Tx } from '@portal/platform/database';
import { AgreementVersionEntity } from './agreement.entity.js';

interface AgreementRow {
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
  /** The newest version, including one that is not in force yet. Serialises publications. */
  async lockNewest(tx: Tx): Promise<{ version: string; ordinal: number; effectiveAt: Date }> {
    await takeLock(tx, 'authors.agreement_versions');
    const [row] = await tx.query<{ version: string; ordinal: number; effective_at: Date }>(
      'select version, ordinal, effective_at from authors.agreement_versions order by ordinal desc limit 1',
    );
    if (!row) throw new Error('there is no agreement');
    return { version: row.version, ordinal: row.ordinal, effectiveAt: row.effective_at };
  }

  async exists(tx: Tx, version: string): Promise<boolean> {
    return tx.manager.existsBy(AgreementVersionEntity, { version });
  }

  async add(tx: Tx, row: AgreementRow): Promise<void> {
    await tx.manager.insert(AgreementVersionEntity, row);
  }
}
