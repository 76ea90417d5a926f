import { bigintColumn } from '@portal/platform/database';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from './key-view.js';

@Entity({ schema: 'secrets', name: 'signing_keys' })
export class SigningKeyEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) scope: KeyScope;
  @Column({ type: 'uuid' }) ownerId: string;
  @Column({ type: 'int' }) version: number;
  @Column({ type: 'text' }) sealed: string;
  @Column({ type: 'text' }) fingerprint: string;
  @Column({ type: 'timestamptz' }) notBefore: Date;
  @Column({ type: 'timestamptz', nullable: true }) notAfter: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) adoptedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/**
 * Last timestamp (Unix ms, wall clock) with which a key signed. A separate table, so that calls do not wait for
 * rotations.
 */
@Entity({ schema: 'secrets', name: 'signing_clocks' })
export class SigningClockEntity {
  @PrimaryColumn({ type: 'uuid' }) keyId: string;
  /** The Drive for a fleet key; the zero UUID for a key that signs at one Drive only. */
  @PrimaryColumn({ type: 'uuid', default: '00000000-0000-0000-0000-000000000000' }) driveId: string;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) lastMs: bigint;
}

/** A key ring is locked while the keys of its owner change, even before the first key exists. */
@Entity({ schema: 'secrets', name: 'key_rings' })
export class KeyRingEntity {
  @PrimaryColumn({ type: 'text' }) scope: KeyScope;
  @PrimaryColumn({ type: 'uuid' }) ownerId: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/** The keys of one tenant at one Drive. They sign once the Drive has answered the request that transmitted them. */
@Entity({ schema: 'secrets', name: 'tenant_rings' })
export class TenantRingEntity {
  @PrimaryColumn({ type: 'uuid' }) ownerId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'timestamptz', nullable: true }) handedOverAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/** Which keys sign for a Drive; without a row its own keys do. */
@Entity({ schema: 'secrets', name: 'drive_signing' })
export class DriveSigningEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) scope: KeyScope;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) changedAt: Date;
  @Column({ type: 'text', nullable: true }) previous: KeyScope | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}

/** The key of an install's last accepted call, to the minute. */
@Entity({ schema: 'secrets', name: 'install_uses' })
export class InstallUseEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'uuid' }) keyId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'timestamptz' }) firstUsedAt: Date;
  @Column({ type: 'timestamptz' }) lastUsedAt: Date;
}

/** One reminder per ending key and stage, however often the job runs. */
@Entity({ schema: 'secrets', name: 'key_reminders' })
export class KeyReminderEntity {
  @PrimaryColumn({ type: 'uuid' }) keyId: string;
  @PrimaryColumn({ type: 'int' }) hours: number;
  @Column({ type: 'timestamptz' }) sentAt: Date;
}
