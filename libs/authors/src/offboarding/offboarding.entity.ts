import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SuspensionCode } from './domain/suspension.js';

/** Offboarding of an author by an owner or staff: announced, carried out on its date, never deleted. */
@Entity({ schema: 'authors', name: 'offboardings' })
export class OffboardingEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'boolean' }) byStaff: boolean;
  @Column({ type: 'uuid' }) askedBy: string;
  @Column({ type: 'text' }) askedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) askedAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) withdrawnAt: Date | null;
  @Column({ type: 'text', nullable: true }) withdrawnByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

/** Suspension of a developer account by staff, with reasons; never deleted. */
@Entity({ schema: 'authors', name: 'suspensions' })
export class AccountSuspensionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) code: SuspensionCode;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'uuid' }) suspendedBy: string;
  @Column({ type: 'text' }) suspendedByName: string;
  @Column({ type: 'timestamptz' }) suspendedAt: Date;
  @Column({ type: 'uuid', nullable: true }) resumedBy: string | null;
  @Column({ type: 'text', nullable: true }) resumedByName: string | null;
  @Column({ type: 'text', nullable: true }) resumeReason: string | null;
  @Column({ type: 'timestamptz', nullable: true }) resumedAt: Date | null;
}
