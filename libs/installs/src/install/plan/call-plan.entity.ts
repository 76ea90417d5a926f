import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CallKind, CallState } from '../domain/call-schedule.js';

/** Open calls to the Drive of an install, and when each is tried next. One row per install and kind. */
@Entity({ schema: 'installs', name: 'call_plans' })
export class CallPlanEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'text' }) kind: CallKind;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text', default: 'waiting' }) state: CallState;
  /** Attempts begun so far. */
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({ type: 'int' }) maxAttempts: number;
  @Column({ type: 'timestamptz', nullable: true }) nextTryAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) lastTriedAt: Date | null;
  /** One sentence about the outcome of the last attempt. */
  @Column({ type: 'text', nullable: true }) lastOutcome: string | null;
  /** Another id than the known ones, which the Drive named for this install. */
  @Column({ type: 'text', nullable: true }) reportedId: string | null;
  /** The holder of the call now: an event, or one round of a worker. */
  @Column({ type: 'uuid', nullable: true }) claimedBy: string | null;
  /** Wall time after which a claim counts no more. */
  @Column({ type: 'timestamptz', nullable: true }) claimedUntil: Date | null;
  /** The worker that made the claim; null: claimed outside of a worker's work. */
  @Column({ type: 'integer', nullable: true }) claimedWorker: number | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
