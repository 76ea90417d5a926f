import { Injectable } from '@nestjs/common';
import { takeLock } from '../database/transaction/take-lock.js';
import { Transactor } from '../database/transactor.js';
import type { Tx } from '../database/transaction/tx.js';
import { AUDIT_ROW_COLUMNS, CHAIN_START, sealOf, type AuditRow } from './audit-chain.js';

const BATCH = 1000;

/**
 * Seals audit rows committed since the last run. Not done in the transaction that writes a row, because every change
 * would then wait for the end of the chain.
 */
@Injectable()
export class SealAudit {
  constructor(private readonly transactor: Transactor) {}

  /** Returns how many rows were sealed. */
  async execute(): Promise<number> {
    let sealed = 0;
    for (;;) {
      const batch = await this.transactor.run((tx) => this.batch(tx));
      sealed += batch;
      if (batch < BATCH) return sealed;
    }
  }

  private async batch(tx: Tx): Promise<number> {
    await takeLock(tx, 'platform.audit_seal');
    const rows = await tx.query<AuditRow>(
      `with due as (delete from platform.audit_unsealed
         where audit_seq in (select u.audit_seq from platform.audit_unsealed u join platform.audit_log a on a.seq = u.audit_seq
           order by u.audit_seq limit $1) returning audit_seq)
       select ${AUDIT_ROW_COLUMNS} from platform.audit_log a join due on due.audit_seq = a.seq order by a.seq`,
      [BATCH],
    );
    if (rows.length === 0) return 0;
    const [head] = await tx.query<{ position: string; hash: Buffer }>(
      'select position, hash from platform.audit_seals order by position desc limit 1',
    );
    let previous = head?.hash ?? CHAIN_START;
    const hashes = rows.map((row) => (previous = sealOf(previous, row)).toString('hex'));
    await tx.query(
      `insert into platform.audit_seals (position, audit_seq, hash)
       select $1::bigint + ordinality, seq, decode(hash, 'hex')
       from unnest($2::bigint[], $3::text[]) with ordinality as new (seq, hash, ordinality)`,
      [head?.position ?? '0', rows.map((row) => row.seq), hashes],
    );
    return rows.length;
  }
}
