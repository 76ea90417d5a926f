import { bigintColumn, REQUEST_KEY } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'billing', name: 'credit_notes' })
export class CreditNoteEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) legalEntity: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) numberSeq: bigint;
  @Column({ type: 'text', insert: false, update: false }) number: string;
  @Column({ type: 'text' }) kind: 'refund' | 'cancellation' | 'counter';
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'uuid', nullable: true }) counters: string | null;
  @Column({ type: 'uuid', nullable: true }) refundId: string | null;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) net: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) tax: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) total: bigint;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'text' }) note: string;
  @Column({ type: 'uuid', nullable: true }) issuedBy: string | null;
  @Column({ type: 'text' }) issuedByName: string;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) issuedAt: Date;
  @Column({ type: 'text', nullable: true, default: () => REQUEST_KEY }) requestKey: string | null;
}

/** Numbers have no gaps: the counter's row is locked while a credit note is issued, and both commit together. */
@Entity({ schema: 'billing', name: 'credit_note_counters' })
export class CreditNoteCounterEntity {
  @PrimaryColumn({ type: 'text' }) legalEntity: string;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) lastNumber: bigint;
}

/** Positive amounts are taken from the line, negative ones returned. posting_key: the ledger transaction. */
@Entity({ schema: 'billing', name: 'line_adjustments' })
export class LineAdjustmentEntity {
  @PrimaryColumn({ type: 'text' }) postingKey: string;
  @PrimaryColumn({ type: 'uuid' }) lineId: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) sourceType: 'refund' | 'dispute' | 'credit_note';
  @Column({ type: 'uuid' }) sourceId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) gross: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) tax: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) authorShare: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) platformShare: bigint;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
