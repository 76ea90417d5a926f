import { bigintColumn } from '@portal/platform/database';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Verdict } from './domain/application-criteria.js';
import type { ApplicationState } from './domain/application-state.js';

@Entity({ schema: 'authors', name: 'applications' })
export class ApplicationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid' }) applicantId: string;
  @Column({ type: 'text', default: 'draft' }) state: ApplicationState;
  @Column({ type: 'text' }) companyName: string;
  @Column({ type: 'text', default: '' }) founderName: string;
  @Column({ type: 'text', default: '' }) github: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text' }) website: string;
  @Column({ type: 'text' }) driveName: string;
  @Column({ type: 'text' }) driveSlug: string;
  @Column({ type: 'text' }) description: string;
  @Column({ type: 'text', default: '' }) category: string;
  @Column({ type: 'text' }) securityContact: string;
  @Column({ type: 'text', array: true, default: '{}' }) intendedScopes: string[];
  @Column({ type: 'text', array: true, default: '{}' }) dataClasses: string[];
  @Column({ type: 'text', default: '' }) manifestUrl: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) updatedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) submittedAt: Date | null;
  /** A round of review; the trigger `rounds` maintains it. */
  @Column({ type: 'int', default: 1 }) round: number;
  @Column({ type: 'uuid', nullable: true }) openedBy: string | null;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
}

@Entity({ schema: 'authors', name: 'application_criteria' })
export class ApplicationCriterionEntity {
  @PrimaryColumn({ type: 'int' }) version: number;
  @PrimaryColumn({ type: 'text' }) criterion: string;
  @Column({ type: 'boolean' }) noteAlways: boolean;
}

@Entity({ schema: 'authors', name: 'application_judgements' })
export class ApplicationJudgementEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'uuid' }) applicationId: string;
  @Column({ type: 'int' }) round: number;
  @Column({ type: 'int' }) criteriaVersion: number;
  @Column({ type: 'text' }) criterion: string;
  @Column({ type: 'text' }) verdict: Verdict;
  @Column({ type: 'text', default: '' }) note: string;
  @Column({ type: 'uuid' }) judgedBy: string;
  @Column({ type: 'text' }) judgedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) judgedAt: Date;
}

/** The validator's result for the manifest URL of an application, once per submission; for information. */
@Entity({ schema: 'authors', name: 'application_manifest_checks' })
export class ApplicationManifestCheckEntity {
  @PrimaryColumn({ type: 'uuid' }) applicationId: string;
  @PrimaryColumn({ type: 'timestamptz' }) submittedAt: Date;
  @Column({ type: 'text' }) manifestUrl: string;
  @Column({ type: 'boolean' }) ok: boolean;
  @Column({ type: 'int' }) errors: number;
  @Column({ type: 'int' }) warnings: number;
  @Column({ type: 'jsonb' }) findings: object;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) checkedAt: Date;
}

@Entity({ schema: 'authors', name: 'application_messages' })
export class ApplicationMessageEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) applicationId: string;
  @Column({ type: 'text' }) side: 'applicant' | 'reviewer';
  @Column({ type: 'uuid' }) writerId: string;
  @Column({ type: 'text' }) writerName: string;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) at: Date;
}

@Entity({ schema: 'authors', name: 'application_steps' })
export class ApplicationStepEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) applicationId: string;
  @Column({ type: 'text' }) action:
    | 'created'
    | 'submitted'
    | 'opened'
    | 'changes_requested'
    | 'approved'
    | 'rejected'
    | 'withdrawn'
    | 'appealed'
    | 'appeal_granted'
    | 'appeal_dismissed'
    | 'appeal_withdrawn';
  @Column({ type: 'uuid' }) actorId: string;
  @Column({ type: 'text' }) actorName: string;
  @Column({ type: 'text', nullable: true }) reasonCode: string | null;
  @Column({ type: 'text', nullable: true }) text: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) at: Date;
}

@Entity({ schema: 'authors', name: 'drive_reservations' })
export class DriveReservationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid' }) applicationId: string;
  @Column({ type: 'text' }) slug: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
