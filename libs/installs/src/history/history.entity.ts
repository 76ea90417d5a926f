import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Step } from './domain/ranges.js';

/** `call`: calls of an endpoint of a Drive, 1 good, 0 not. `metric`: a figure that an install's Drive reports. */
export type SeriesKind = 'call' | 'metric';

/** Results of one poll, until they are rolled up into the history. */
@Entity({ schema: 'installs', name: 'history_points' })
export class HistoryPointEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'text' }) kind: SeriesKind;
  /** The Drive of calls, the install of metrics. */
  @Column({ type: 'uuid' }) subjectId: string;
  /** The endpoint of calls, the name of the figure of metrics. */
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) at: Date;
  @Column({ type: 'double precision' }) value: number;
}

/** Points of a series in one minute, hour or day (UTC). */
@Entity({ schema: 'installs', name: 'history' })
export class HistoryEntity {
  @PrimaryColumn({ type: 'uuid' }) subjectId: string;
  @PrimaryColumn({ type: 'text' }) kind: SeriesKind;
  @PrimaryColumn({ type: 'text' }) name: string;
  @PrimaryColumn({ type: 'text' }) step: Step;
  /** Its beginning. */
  @PrimaryColumn({ type: 'timestamptz' }) at: Date;
  @Column({ type: 'bigint', transformer: bigintColumn }) points: bigint;
  @Column({ type: 'double precision' }) total: number;
  @Column({ type: 'double precision' }) least: number;
  @Column({ type: 'double precision' }) most: number;
  /** Five-minute periods with points; of a minute always 1. */
  @Column({ type: 'int' }) periods: number;
  /** Sum of the mean of each of them, so that a busy period weighs no more than a quiet one. */
  @Column({ type: 'double precision' }) means: number;
}

/** Good answers of the health endpoint of a Drive on a day (UTC) that took about `msOfStep(step)`. */
@Entity({ schema: 'installs', name: 'response_times' })
export class ResponseTimeEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'date' }) day: string;
  @PrimaryColumn({ type: 'smallint' }) step: number;
  @Column({ type: 'int' }) calls: number;
}
