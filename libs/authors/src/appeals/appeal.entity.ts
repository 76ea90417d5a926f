import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AppealState } from './domain/appeal-state.js';

/**
 * Appeal against a rejected application. At most one per application, decided by another person than the one who
 * rejected it.
 */
@Entity({ schema: 'authors', name: 'application_appeals' })
export class ApplicationAppealEntity {
  @PrimaryColumn({ type: 'uuid' }) applicationId: string;
  @Column({ type: 'text', default: 'open' }) state: AppealState;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'uuid' }) filedBy: string;
  @Column({ type: 'text' }) filedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) filedAt: Date;
  @Column({ type: 'uuid' }) refusedBy: string;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;
  @Column({ type: 'text', nullable: true }) decisionText: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
}
