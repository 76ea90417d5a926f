import { bigintColumn, REQUEST_KEY } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RefundAttemptState, RefundReason, RefundState } from './domain/refund-state.js';

/** covered: the part that the lines covered, set when it is booked. The rest is in suspense. */
@Entity({ schema: 'billing', name: 'refunds' })
export class RefundEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'uuid' }) paymentId: string;
  @Column({ type: 'text' }) origin: 'portal' | 'processor';
  @Column({ type: 'text' }) scope: 'full' | 'amount' | 'lines' | 'surplus';
  @Column({ type: 'text' }) reason: RefundReason;
  @Column({ type: 'text' }) note: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) covered: bigint | null;
  @Column({ type: 'text', default: 'requested' }) state: RefundState;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'text', nullable: true }) providerRefundId: string | null;
  @Column({ type: 'text', nullable: true }) balanceTransactionId: string | null;
  @Column({ type: 'text', nullable: true }) failureTransactionId: string | null;
  @Column({ type: 'int', default: 0 }) version: number;
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'text' }) requestedByName: string;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) bookedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true, default: () => REQUEST_KEY }) requestKey: string | null;
}

@Entity({ schema: 'billing', name: 'refund_lines' })
export class RefundLineEntity {
  @PrimaryColumn({ type: 'uuid' }) refundId: string;
  @PrimaryColumn({ type: 'uuid' }) lineId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
}

/** One attempt has one key and one body. next_send_at is wall time and is also the sender's lease. */
@Entity({ schema: 'billing', name: 'refund_attempts' })
export class RefundAttemptEntity {
  @PrimaryColumn({ type: 'uuid' }) refundId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text', default: 'sending' }) state: RefundAttemptState;
  @Column({ type: 'int', default: 0 }) sends: number;
  @Column({ type: 'timestamptz', nullable: true }) firstSentAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) nextSendAt: Date;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
