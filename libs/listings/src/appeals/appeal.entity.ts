import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AppealState } from './domain/appeal.js';

/** A refused submission or a removal is appealed once; people who took part in it may not decide on the appeal. */
@Entity({ schema: 'listings', name: 'appeals' })
export class ListingAppealEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid', nullable: true }) submissionId: string | null;
  @Column({ type: 'uuid', nullable: true }) removalId: string | null;
  @Column({ type: 'text', default: 'open' }) state: AppealState;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'uuid' }) filedBy: string;
  @Column({ type: 'text' }) filedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) filedAt: Date;
  @Column({ type: 'uuid', array: true }) judges: string[];
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;
  @Column({ type: 'text', nullable: true }) decisionText: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
