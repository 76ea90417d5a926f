import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'ledger', name: 'seals' })
export class LedgerSealEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) fromTx: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) toTx: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) transactions: bigint;
  @Column({ type: 'bytea' }) previous: Buffer;
  @Column({ type: 'bytea' }) sha256: Buffer;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) sealedAt: Date;
}

/**
 * The last seal up to which all seals were recomputed and matched, so that a later proof only recomputes newer ones.
 * The checks form a chain of their own, which only a database function can write: application code cannot insert one.
 */
@Entity({ schema: 'ledger', name: 'seal_checks' })
export class LedgerSealCheckEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) upToSeal: bigint;
  @Column({ type: 'bytea' }) head: Buffer;
  @Column({ type: 'boolean' }) ok: boolean;
  @Column({ type: 'jsonb', default: '[]' }) broken: object;
  @Column({ type: 'bytea' }) previous: Buffer;
  @Column({ type: 'bytea' }) sha256: Buffer;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) checkedAt: Date;
}
