import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisputePhase, DisputeStatus } from './domain/dispute-phase.js';

/** status: reported by the processor. phase: what is booked. withdrawn: amount that the processor has withdrawn. */
@Entity({ schema: 'billing', name: 'disputes' })
export class DisputeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) providerDisputeId: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'uuid' }) paymentId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'text' }) status: DisputeStatus;
  @Column({ type: 'text', default: 'none' }) phase: DisputePhase;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) withdrawn: bigint | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) covered: bigint | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) fee: bigint;
  @Column({ type: 'timestamptz', nullable: true }) evidenceDueAt: Date | null;
  @Column({ type: 'boolean', default: false }) evidenceSubmitted: boolean;
  @Column({ type: 'timestamptz', nullable: true }) acceptedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
  @Column({ type: 'int', default: 1 }) version: number;
  @Column({ type: 'timestamptz' }) openedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) updatedAt: Date;
}

/** Every status that the processor reported, once per version, in the order of observation. */
@Entity({ schema: 'billing', name: 'dispute_steps' })
export class DisputeStepEntity {
  @PrimaryColumn({ type: 'uuid' }) disputeId: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  @Column({ type: 'text' }) status: string;
  @Column({ type: 'text' }) phase: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) seenAt: Date;
}
