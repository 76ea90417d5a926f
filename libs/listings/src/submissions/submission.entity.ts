import type { NotRunReason } from '@portal/conformance';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { QUIET } from '../review/domain/review-risk.js';
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
  @Column({ type: 'smallint', default: QUIET }) weight: number;
  /** Withdrawn by its author, and not to make room for another one. */
  @Column({ type: 'boolean', default: false }) takenBack: boolean;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

@Entity({ schema: 'listings', name: 'submission_checks' })
export class SubmissionCheckEntity {
  @PrimaryColumn({ type: 'uuid' }) submissionId: string;
  @PrimaryColumn({ type: 'text' }) checkId: string;
  @Column({ type: 'int' }) ordinal: number;
  @Column({ type: 'text' }) rule: string;
  @Column({ type: 'text' }) checkGroup: string;
  @Column({ type: 'text' }) criterion: string;
  /** While it fails, nothing is approved without an exception of it. */
  @Column({ type: 'boolean' }) blocks: boolean;
  @Column({ type: 'text' }) status: 'queued' | 'running' | 'pass' | 'warn' | 'fail' | 'error' | 'observed' | 'skipped';
  /** Why it was not run. */
  @Column({ type: 'text', nullable: true }) reason: NotRunReason | null;
  @Column({ type: 'jsonb', default: '[]' }) findings: object;
}

/** The author's notes to the reviewer of a submission: why each permission is needed, how to try it, whom to ask. */
@Entity({ schema: 'listings', name: 'submission_notes' })
export class SubmissionNoteEntity {
  @PrimaryColumn({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'jsonb', default: '{}' }) permissionReasons: object;
  @Column({ type: 'text', default: '' }) testNotes: string;
  @Column({ type: 'text', default: '' }) contact: string;
  @Column({ type: 'uuid', nullable: true }) writtenBy: string | null;
  @Column({ type: 'text' }) writtenByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) writtenAt: Date;
}

/** Addresses under which an author lets others read the report of a submission. One at a time, and for a while. */
@Entity({ schema: 'listings', name: 'report_links' })
export class ReportShareEntity {
  @PrimaryColumn({ type: 'uuid' }) submissionId: string;
  @Column({ type: 'text' }) token: string;
  @Column({ type: 'timestamptz' }) sharedAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
