import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Rejection } from './domain/judge-row.js';
import type { ReadEndpoint, ReadingProblem } from './domain/reading.js';

/** How reading one endpoint of an install goes. */
@Entity({ schema: 'installs', name: 'readings' })
export class ReadingEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'text' }) endpoint: ReadEndpoint;
  @Column({ type: 'timestamptz' }) dueAt: Date;
  @Column({ type: 'timestamptz' }) readAt: Date;
  @Column({ type: 'int', default: 0 }) failures: number;
  @Column({ type: 'timestamptz', nullable: true }) failedSince: Date | null;
  @Column({ type: 'text', nullable: true }) problem: ReadingProblem | null;
  /** HTTP status of the last answer, where that is the problem. */
  @Column({ type: 'int', nullable: true }) status: number | null;
  @Column({ type: 'boolean', default: false }) behind: boolean;
  /** Names of the figures that are kept, of metrics. */
  @Column({ type: 'text', array: true, default: '{}' }) figures: string[];
}

/** Amount that a Drive reports to bill for an install, by the month (UTC) of the report. Never money. */
@Entity({ schema: 'installs', name: 'billing_summaries' })
export class BillingSummaryEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'date' }) month: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  /** Minor units. */
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) plan: string;
  @Column({ type: 'timestamptz' }) saidAt: Date;
}

/** A row of an events answer that does not count; the newest of each reason are kept. */
@Entity({ schema: 'installs', name: 'rejected_events' })
export class RejectedEventEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'text' }) reason: Rejection;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text', nullable: true }) kind: string | null;
  @Column({ type: 'text', nullable: true }) eventId: string | null;
  @Column({ type: 'text' }) detail: string;
  @Column({ type: 'text', nullable: true }) content: string | null;
  @Column({ type: 'boolean', default: false }) named: boolean;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) seenAt: Date;
}

@Entity({ schema: 'installs', name: 'rejected_counts' })
export class RejectedCountEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'text' }) reason: Rejection;
  @Column({ type: 'bigint', transformer: bigintColumn }) events: bigint;
  @Column({ type: 'timestamptz' }) firstAt: Date;
  @Column({ type: 'timestamptz' }) lastAt: Date;
}

/** Whether a Drive answers its events by token, or the same to every one. */
@Entity({ schema: 'installs', name: 'event_feeds' })
export class EventFeedEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'timestamptz', nullable: true }) sharedSince: Date | null;
  @Column({ type: 'text' }) comparedWith: 'install' | 'stranger';
  @Column({ type: 'timestamptz' }) checkedAt: Date;
  /** How far the feed of the whole Drive was read, Unix ms; null before its first reading. */
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) cursorMs: bigint | null;
  @Column({ type: 'boolean', default: false }) behind: boolean;
}

/** When a worker polls a Drive next; a row while installs of it run. */
@Entity({ schema: 'installs', name: 'drive_polls' })
export class DrivePollEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'timestamptz', default: () => "'-infinity'" }) dueAt: Date;
  @Column({ type: 'boolean', default: false }) slow: boolean;
  @Column({ type: 'int', default: 0 }) failures: number;
}
