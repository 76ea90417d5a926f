import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecheckOutcome } from './domain/recheck.js';

/** A reviewer has the checks of a case run again; judgements on changed evidence have to be made again. */
@Entity({ schema: 'listings', name: 'review_rechecks' })
export class ReviewRecheckEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'uuid' }) askedBy: string;
  @Column({ type: 'text' }) askedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) askedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) outcome: RecheckOutcome | null;
  @Column({ type: 'text', array: true, default: '{}' }) reopened: string[];
  /** Checks that have run so far. */
  @Column({ type: 'int', default: 0 }) checked: number;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) judgedUpTo: bigint | null;
}
