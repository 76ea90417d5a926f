import { bigintColumn } from '@portal/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InstallState } from './domain/install-state.js';

@Entity({ schema: 'installs', name: 'tenants' })
export class TenantEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) externalId: string;
  /** What it is billed in, lower case; counts for what it is charged for from now on (decision 0016). */
  @Column({ type: 'text' }) currency: string;
}

@Entity({ schema: 'installs', name: 'ventures' })
export class VentureEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) externalId: string;
}

@Entity({ schema: 'installs', name: 'installs' })
export class InstallEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'uuid' }) ventureId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) state: InstallState;
  @Column({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text', nullable: true }) version: string | null;
  /** Where the Drive was when it was asked for; it is called where the Drive is now (`Listings.callable`). */
  @Column({ type: 'text' }) origin: string;
  @Column({ type: 'text', array: true }) permissions: string[];
  @Column({ type: 'jsonb' }) config: object;
  @Column({ type: 'uuid', nullable: true }) priceId: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  /** Pinned with the first price: days from activation that cost nothing. */
  @Column({ type: 'int' }) trialDays: number;
  @Column({ type: 'text', nullable: true }) driveInstallId: string | null;
  @Column({ type: 'text', array: true }) seenIds: string[];
  /** Sealed, bound to this row. */
  @Column({ type: 'text', nullable: true }) scopedToken: string | null;
  @Column({ type: 'text', nullable: true }) mountUrl: string | null;
  @Column({ type: 'text' }) operatorEmail: string;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'bigint' }) eventsCursorMs: string;
  @Column({ type: 'timestamptz', nullable: true }) activatedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
}
