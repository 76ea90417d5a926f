import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { AccountState } from '../offboarding/domain/account-state.js';

@Entity({ schema: 'authors', name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text' }) website: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/** Kept after a person leaves, because reviewers may not decide on an organisation that they recently belonged to. */
@Entity({ schema: 'authors', name: 'organization_members' })
export class OrganizationMemberEntity {
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) joinedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) leftAt: Date | null;
}

@Entity({ schema: 'authors', name: 'invitations' })
export class InvitationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text' }) memberRole: 'owner' | 'developer' | 'finance' | 'read_only';
  @Column({ type: 'text' }) tokenHash: string;
  @Column({ type: 'uuid' }) invitedBy: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) acceptedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) acceptedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
}

@Entity({ schema: 'authors', name: 'developer_accounts' })
export class DeveloperAccountEntity {
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text', default: 'pending_agreement' }) state: AccountState;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) activatedAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) updatedAt: Date;
}
