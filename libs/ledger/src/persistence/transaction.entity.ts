import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'ledger', name: 'ledger_tx' })
export class LedgerTransactionEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text' }) sourceType: string;
  @Column({ type: 'text' }) sourceId: string;
  @Column({ type: 'timestamptz' }) effectiveAt: Date;
  @Column({ type: 'date', insert: false, update: false }) period: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) postedAt: Date;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) reversesTxId: bigint | null;
  @Column({ type: 'int' }) expectedEntries: number;
}

/** Debit positive, credit negative. The second foreign key makes sure that the leg has the currency of its account. */
@Entity({ schema: 'ledger', name: 'ledger_entry' })
export class LedgerEntryEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) txId: bigint;
  @PrimaryColumn({ type: 'int' }) seq: number;
  @Column({ type: 'bigint', transformer: bigintColumn }) accountId: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
}

@Entity({ schema: 'ledger', name: 'closed_periods' })
export class ClosedPeriodEntity {
  @PrimaryColumn({ type: 'date' }) period: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) asOfTx: bigint;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) closedAt: Date;
}

@Entity({ schema: 'ledger', name: 'posting_kinds' })
export class PostingKindEntity {
  @PrimaryColumn({ type: 'text' }) kind: string;
  @Column({ type: 'text' }) sourceType: string;
  @Column({ type: 'text', nullable: true }) sourceTable: string | null;
  @Column({ type: 'text' }) keyForm: string;
  @Column({ type: 'text', array: true }) debits: string[];
  @Column({ type: 'text', array: true }) credits: string[];
  @Column({ type: 'text' }) decidedBy: 'portal' | 'person' | 'two_people';
}
