import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A period in which an install has the same price. An empty one (ended when it started) bills nothing. Without a price
 * it is free; without an organization it is a first-party Drive.
 */
@Entity({ schema: 'billing', name: 'install_segments' })
export class InstallSegmentEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'uuid' }) ventureId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) tenantName: string;
  @Column({ type: 'text' }) ventureName: string;
  @Column({ type: 'text' }) driveName: string;
  @Column({ type: 'uuid', nullable: true }) priceId: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'int' }) splitRuleId: number;
  @Column({ type: 'int' }) authorBps: number;
  @Column({ type: 'timestamptz' }) startedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) reportedEndedAt: Date | null;
  @Column({ type: 'uuid' }) openedByEvent: string;
  @Column({ type: 'uuid', nullable: true }) closedByEvent: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) trialEndsAt: Date | null;
}

/** The author's share from a time on: everybody's, or that of one author or Drive. */
@Entity({ schema: 'billing', name: 'split_rules' })
export class SplitRuleEntity {
  @PrimaryColumn({ type: 'int', insert: false, update: false }) id: number;
  @Column({ type: 'int' }) authorBps: number;
  @Column({ type: 'timestamptz' }) validFrom: Date;
  @Column({ type: 'timestamptz', nullable: true }) validTo: Date | null;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'uuid', nullable: true }) driveId: string | null;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}
