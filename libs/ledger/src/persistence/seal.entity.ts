import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity({ schema: 'ledger', name: 'seals' })
@Unique(['fromTx'])
@Unique(['toTx'])
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
 * How far all seals were computed anew and found unbroken, so that a proof in between need only compute what came
 * since. The checks are a chain themselves, written by this function alone: the product cannot claim one.
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
