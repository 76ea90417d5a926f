import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Verdict } from './domain/review-case.js';

@Entity({ schema: 'listings', name: 'review_criteria' })
export class ReviewCriterionEntity {
  @PrimaryColumn({ type: 'int' }) version: number;
  @PrimaryColumn({ type: 'text' }) criterion: string;
  @Column({ type: 'boolean' }) always: boolean;
}

/** A check that two reviewers waived for a Drive until a day. */
@Entity({ schema: 'listings', name: 'review_exceptions' })
export class ReviewExceptionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) approvalId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'text' }) criterion: string;
  @Column({ type: 'text' }) checkId: string;
  @Column({ type: 'timestamptz' }) endsAt: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) madeAt: Date;
  @Column({ type: 'uuid', nullable: true }) endedBy: string | null;
  @Column({ type: 'text', nullable: true }) endedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) endReason: string | null;
}

@Entity({ schema: 'listings', name: 'review_judgements' })
export class ReviewJudgementEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'int' }) round: number;
  @Column({ type: 'int' }) criteriaVersion: number;
  @Column({ type: 'text' }) criterion: string;
  @Column({ type: 'text' }) verdict: Verdict;
  @Column({ type: 'text', default: '' }) note: string;
  @Column({ type: 'uuid' }) judgedBy: string;
  @Column({ type: 'text' }) judgedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) judgedAt: Date;
}
