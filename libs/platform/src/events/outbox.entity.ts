import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/entities/entities.js';
import type { QueueName } from './event-processor.js';

/** Of the transaction that emits the event, when traces are sent (logging/tracing.ts). */
const TRACEPARENT = `nullif(current_setting('portal.traceparent', true), '')`;

@Entity({ schema: 'platform', name: 'outbox_events' })
export class OutboxEventEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'int' }) version: number;
  @Column({ type: 'jsonb' }) payload: object;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) relayedAt: Date | null;
  @Column({ type: 'text', nullable: true, default: () => TRACEPARENT }) traceparent: string | null;
}

@Entity({ schema: 'platform', name: 'deliveries' })
export class DeliveryEntity {
  @PrimaryColumn({ type: 'uuid' }) eventId: string;
  @PrimaryColumn({ type: 'text' }) consumer: string;
  @Column({ name: 'lane', type: 'text' }) queue: QueueName;
  @Column({ type: 'text', default: 'pending' }) state: 'pending' | 'done' | 'failed';
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({ type: 'int', nullable: true }) claimedBy: number | null;
  @Column({ type: 'int', default: 1 }) enqueueNo: number;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) enqueuedAt: Date;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) nextAttemptAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) doneAt: Date | null;
  @Column({ type: 'text', nullable: true }) lastError: string | null;
}
