import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ChangedBy } from '../events.js';
import type { ListingState } from './domain/listing-state.js';
import type { CanonicalManifest, ManifestShape } from '@portal/contract';

@Entity({ schema: 'listings', name: 'listings' })
export class ListingEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) slug: string;
  @Column({ type: 'text', default: 'unlisted' }) state: ListingState;
  @Column({ type: 'uuid', nullable: true }) liveRevisionId: string | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) tagline: string | null;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) motion: string | null;
  @Column({ type: 'text', nullable: true }) tier: string | null;
  @Column({ type: 'timestamptz', nullable: true }) listedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'text', nullable: true }) lastSeenDigest: string | null;
  @Column({ type: 'timestamptz', nullable: true }) lastSyncedAt: Date | null;
  @Column({ type: 'int', default: 0 }) syncFailures: number;
  /** Wall time. */
  @Column({ type: 'timestamptz', nullable: true }) nextSyncAt: Date | null;
  /** ETag of the manifest with `lastSeenDigest`. */
  @Column({ type: 'text', nullable: true }) manifestEtag: string | null;
  /** Wall time at which the whole manifest was last read, not only answered as unchanged. */
  @Column({ type: 'timestamptz', nullable: true }) manifestReadAt: Date | null;
  /** Wall time at which a sync was requested that has not begun. */
  @Column({ type: 'timestamptz', nullable: true }) syncRequestedAt: Date | null;
  /** Of the newest run of all checks; null before the first. */
  @Column({ type: 'boolean', nullable: true }) conformanceOk: boolean | null;
  /** Last run that passed. */
  @Column({ type: 'timestamptz', nullable: true }) verifiedAt: Date | null;
  /** Wall time of the newest run. */
  @Column({ type: 'timestamptz', nullable: true }) checkedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) handshakeAt: Date | null;
  @Column({ type: 'jsonb', nullable: true }) checks: Record<string, number> | null;
  /** How many readings of the Drive have begun. */
  @Column({ type: 'int', default: 0 }) readings: number;
  /** The newest of them whose finding counts. */
  @Column({ type: 'int', default: 0 }) followedReading: number;
}

/** Which revision served from when on. */
@Entity({ schema: 'listings', name: 'publications' })
export class PublicationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'uuid', nullable: true }) fromRevisionId: string | null;
  @Column({ type: 'uuid', nullable: true }) submissionId: string | null;
  @Column({ type: 'boolean' }) prompts: boolean;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) publishedAt: Date;
}

/**
 * Every transition of a listing with its actor and reason, for notices and for its state at any instant. Older
 * transitions are taken from the audit log, the first publication from the publications.
 */
@Entity({ schema: 'listings', name: 'state_changes' })
export class StateChangeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) fromState: string;
  @Column({ type: 'text' }) toState: string;
  @Column({ type: 'timestamptz' }) changedAt: Date;
  @Column({ type: 'text' }) changedBy: ChangedBy;
  @Column({ type: 'text', nullable: true }) reason: string | null;
}

@Entity({ schema: 'listings', name: 'revisions' })
export class RevisionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  /** SHA-256 of `canonical`, hex. */
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text', nullable: true }) version: string | null;
  @Column({ type: 'text' }) shape: ManifestShape;
  @Column({ type: 'text' }) manifestUrl: string;
  @Column({ type: 'text' }) origin: string;
  /** RFC 8785 text of the manifest as served. */
  @Column({ type: 'bytea' }) canonical: Buffer;
  @Column({ type: 'jsonb' }) manifest: CanonicalManifest;
  /** The form as its author wrote it: `jsonb` and the canonical text keep no order of fields. Null: kept in no order. */
  @Column({ type: 'json', nullable: true }) configSchema: object | null;
  @Column({ type: 'boolean', default: false }) sampled: boolean;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
