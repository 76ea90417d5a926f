import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/entities/entities.js';

/** Scheduled jobs with their last run and its result, written by workers and shown to admins. */
@Entity({ schema: 'platform', name: 'job_schedules' })
export class JobScheduleEntity {
  @PrimaryColumn({ type: 'text' }) job: string;
  @Column({ type: 'text' }) what: string;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) everyMs: bigint | null;
  @Column({ type: 'text', nullable: true }) cron: string | null;
  @Column({ type: 'timestamptz', nullable: true }) nextAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) startedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'int', nullable: true }) tookMs: number | null;
  @Column({ type: 'text', nullable: true }) lastError: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) runs: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) failures: bigint;
  @Column({ type: 'timestamptz', nullable: true }) askedAt: Date | null;
  /** The worker that runs a job; when it is lost, the job was interrupted. */
  @Column({ type: 'int', nullable: true }) workerNo: number | null;
}
