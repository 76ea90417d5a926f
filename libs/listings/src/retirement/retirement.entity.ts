import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RemovalReason } from './domain/deprecation.js';

@Entity({ schema: 'listings', name: 'removals' })
export class RemovalEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) approvalId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) reasonCode: RemovalReason;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) removedAt: Date;
}

/** How a listing ends: announced with dates, or removed at once by two people. */
@Entity({ schema: 'listings', name: 'deprecations' })
export class DeprecationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'uuid', nullable: true }) announcedBy: string | null;
  @Column({ type: 'text' }) announcedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) announcedAt: Date;
  @Column({ type: 'timestamptz' }) closesAt: Date;
  @Column({ type: 'timestamptz' }) retiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) retiredAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) withdrawnAt: Date | null;
}
