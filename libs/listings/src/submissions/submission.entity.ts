import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Decision, SubmissionKind, SubmissionState } from './domain/submission-state.js';

@Entity({ schema: 'listings', name: 'submissions' })
export class SubmissionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) kind: SubmissionKind;
  @Column({ type: 'text' }) state: SubmissionState;
  @Column({ type: 'text' }) manifestUrl: string;
  @Column({ type: 'text' }) origin: string;
  /** Null when the sync found the new manifest. */
  @Column({ type: 'uuid', nullable: true }) submittedBy: string | null;
  @Column({ type: 'uuid', nullable: true }) revisionId: string | null;
  /** Revision that was live when the changes were compared. */
  @Column({ type: 'uuid', nullable: true }) baseRevisionId: string | null;
  @Column({ type: 'text', nullable: true }) decision: Decision | null;
  /** Of the catalogue of reasons, when rejected. */
  @Column({ type: 'text', nullable: true }) decisionCode: string | null;
  @Column({ type: 'text', nullable: true }) decisionReason: string | null;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
  @Column({ type: 'text', nullable: true }) answer: string | null;
  /** Stretch of review: 1, and one more with every answer of the author. */
  @Column({ type: 'int', default: 1 }) round: number;
  @Column({ type: 'timestamptz', nullable: true }) waitingSince: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) validatedAt: Date | null;
  /** Withdrawn by its author, and not to make room for another one. */
  @Column({ type: 'boolean', default: false }) takenBack: boolean;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
