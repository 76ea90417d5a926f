import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from './domain/delivery-state.js';

/** Kinds of events that the host sends to plugins. */
@Entity({ schema: 'installs', name: 'host_event_kinds' })
export class HostEventKindEntity {
  @PrimaryColumn({ type: 'text' }) kind: string;
  @Column({ type: 'text' }) description: string;
  @Column({ type: 'jsonb', nullable: true }) payloadSchema: object | null;
  @Column({ type: 'timestamptz' }) changedAt: Date;
}

/** Events of the host, under its own ids. */
@Entity({ schema: 'installs', name: 'host_events' })
export class HostEventEntity {
  @PrimaryColumn({ type: 'text' }) id: string;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'uuid', nullable: true }) ventureId: string | null;
  @Column({ type: 'timestamptz' }) ts: Date;
  @Column({ type: 'jsonb' }) payload: object;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'timestamptz' }) receivedAt: Date;
}

/** One event to one install. Times are wall time. */
@Entity({ schema: 'installs', name: 'deliveries' })
export class HostEventDeliveryEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'text', nullable: true }) eventId: string | null;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'text', default: 'pending' }) state: DeliveryState;
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({ type: 'int', nullable: true }) lastStatus: number | null;
  @Column({ type: 'text', nullable: true }) lastProblem: string | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) queuedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

@Entity({ schema: 'installs', name: 'delivery_attempts' })
export class DeliveryAttemptEntity {
  @PrimaryColumn({ type: 'uuid' }) deliveryId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at: Date;
  @Column({ type: 'int', nullable: true }) status: number | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'int' }) tookMs: number;
}

/** The holder of an install's row sends its deliveries, one after the other. */
@Entity({ schema: 'installs', name: 'delivery_queues' })
export class DeliveryQueueEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'timestamptz' }) nextAttemptAt: Date;
  @Column({ type: 'bigint', transformer: bigintColumn, default: 0 }) claim: bigint;
}
