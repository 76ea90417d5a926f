import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
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
  /** One stretch of review; kept by the trigger `rounds`. */
  @Column({ type: 'int', default: 1 }) round: number;
  @Column({ type: 'uuid', nullable: true }) openedBy: string | null;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
}
