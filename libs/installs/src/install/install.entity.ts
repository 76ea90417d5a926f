import { bigintColumn, REQUEST_KEY } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InstallState } from './domain/install-state.js';
import type { CallRefusal } from './domain/token-refusal.js';

@Entity({ schema: 'installs', name: 'tenants' })
export class TenantEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) externalId: string;
  /** Billing currency, lower case; applies to charges from now on. */
  @Column({ type: 'text', default: 'usd' }) currency: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) suspendedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) standingAt: Date | null;
}

@Entity({ schema: 'installs', name: 'ventures' })
export class VentureEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) externalId: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
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
  /** Origin of the Drive at the time of the request; calls go to its current one (`Listings.callable`). */
  @Column({ type: 'text' }) origin: string;
  @Column({ type: 'text', array: true }) permissions: string[];
  /** Of the newest version of its settings, without secrets. */
  @Column({ type: 'jsonb' }) config: object;
  /** The newest version of its settings. */
  @Column({ type: 'int', default: 0 }) settingsVersion: number;
  @Column({ type: 'uuid', nullable: true }) priceId: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) amount: bigint;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  /** Pinned with the first price: days from activation that cost nothing. */
  @Column({ type: 'int', default: 0 }) trialDays: number;
  @Column({ type: 'text', nullable: true }) driveInstallId: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) seenIds: string[];
  /** Sealed, bound to this row. */
  @Column({ type: 'text', nullable: true }) scopedToken: string | null;
  @Column({ type: 'text', nullable: true }) mountUrl: string | null;
  @Column({ type: 'text' }) operatorEmail: string;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'bigint', default: '0' }) eventsCursorMs: string;
  /** Since when the Drive refuses the token of a running install. */
  @Column({ type: 'timestamptz', nullable: true }) tokenRefusedAt: Date | null;
  /** Result of a call with the token after the end; the token is kept until then. */
  @Column({ type: 'text', nullable: true }) tokenProof: 'pending' | 'refused' | 'accepted' | 'unanswered' | null;
  /** Since when the policy pauses it because of a lapse (`compliance_lapses`). */
  @Column({ type: 'timestamptz', nullable: true }) pausedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) activatedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'jsonb', nullable: true }) metrics: object | null;
  @Column({ type: 'jsonb', nullable: true }) health: object | null;
  /** Amount that the Drive reports to bill; shown as such, never used as money. */
  @Column({ type: 'jsonb', nullable: true }) billing: object | null;
  @Column({ type: 'timestamptz', nullable: true }) polledAt: Date | null;
  @Column({ type: 'timestamptz', default: () => "'-infinity'" }) nextPollAt: Date;
  @Column({ type: 'int', default: 25 }) pollEveryS: number;
  @Column({ type: 'timestamptz', nullable: true }) unreachableSince: Date | null;
  /** Why the Drive refuses whatever is signed, while nothing signed can be read. */
  @Column({ type: 'text', nullable: true }) refusal: CallRefusal | null;
  @Column({ type: 'timestamptz', nullable: true }) refusedSince: Date | null;
  /** The last signed call for reading it that succeeded; null: none since the install request. */
  @Column({ type: 'timestamptz', nullable: true }) signedAt: Date | null;
  @Column({ type: 'text', nullable: true }) signedEndpoint: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'text', nullable: true, default: () => REQUEST_KEY }) requestKey: string | null;
}

@Entity({ schema: 'installs', name: 'drive_events' })
export class DriveEventEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'text' }) identity: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'timestamptz' }) ts: Date;
  @Column({ type: 'jsonb' }) payload: object;
  /** Why the event does not count; null for a good one. */
  @Column({ type: 'text', nullable: true }) quarantine: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) seenAt: Date;
  /** Whether the row itself names its owner. */
  @Column({ type: 'boolean', default: false }) named: boolean;
}

/** Events that a Drive reported, by the day (UTC) of the event and its kind; kept by triggers. */
@Entity({ schema: 'installs', name: 'event_counts' })
export class EventCountEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'date' }) day: string;
  @PrimaryColumn({ type: 'text' }) kind: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) events: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) keptApart: bigint;
  @Column({ type: 'timestamptz' }) lastAt: Date;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) unlisted: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) changed: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) unattributed: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) notStored: bigint;
}

/** Events of an install that were stored on its latest day (UTC) with new ones, and those beyond the quota. */
@Entity({ schema: 'installs', name: 'event_quotas' })
export class EventQuotaEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @Column({ type: 'date' }) day: string;
  @Column({ type: 'int' }) quota: number;
  @Column({ type: 'int', default: 0 }) stored: number;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) notStored: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: () => '0' }) skippedToMs: bigint;
  @Column({ type: 'date', nullable: true }) toldOn: string | null;
}

/** Number of running installs of a Drive, kept by triggers, because counting them for every page would be slow. */
@Entity({ schema: 'installs', name: 'drive_counts' })
export class DriveCountEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'int' }) active: number;
}
