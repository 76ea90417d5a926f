import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentAttemptState } from '../invoicing/domain/invoice-state.js';

/** One attempt has one key and one body. begun_at and next_send_at are wall time; the latter is also the sender's lease. */
@Entity({ schema: 'billing', name: 'payments' })
export class PaymentEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'int' }) n: number;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text', default: 'sending' }) state: PaymentAttemptState;
  @Column({ type: 'text' }) customerId: string;
  @Column({ type: 'text' }) paymentMethodId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'int', default: 0 }) sends: number;
  @Column({ type: 'timestamptz', nullable: true }) firstSentAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) begunAt: Date;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) nextSendAt: Date;
  @Column({ type: 'text', nullable: true }) paymentIntentId: string | null;
  @Column({ type: 'text', nullable: true }) chargeId: string | null;
  @Column({ type: 'text', nullable: true }) balanceTransactionId: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) fee: bigint | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
