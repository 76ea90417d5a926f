import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Reversal of recorded tax by a credit note at the provider: one intent per credit note and invoice, with its key. */
@Entity({ schema: 'billing', name: 'tax_reversals' })
export class TaxReversalEntity {
  @PrimaryColumn({ type: 'uuid' }) creditNoteId: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) net: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) tax: bigint;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text', default: 'due' }) state: 'due' | 'reversed' | 'refused' | 'void';
  @Column({ type: 'int', default: 0 }) sends: number;
  @Column({ type: 'timestamptz', nullable: true }) firstSentAt: Date | null;
  @Column({ type: 'text', nullable: true }) transactionId: string | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
