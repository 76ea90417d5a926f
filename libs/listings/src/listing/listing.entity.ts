import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ListingState } from './domain/listing-state.js';

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
  /** Wall time at which the whole manifest was read last, and not only told unchanged. */
  @Column({ type: 'timestamptz', nullable: true }) manifestReadAt: Date | null;
  /** Wall time at which a sync was asked for that has not begun. */
  @Column({ type: 'timestamptz', nullable: true }) syncRequestedAt: Date | null;
  /** Of the newest run of all checks; null before the first. */
  @Column({ type: 'boolean', nullable: true }) conformanceOk: boolean | null;
  /** Last run that passed. */
  @Column({ type: 'timestamptz', nullable: true }) verifiedAt: Date | null;
  /** Wall time of the newest run. */
  @Column({ type: 'timestamptz', nullable: true }) checkedAt: Date | null;
  /** How many readings of the Drive have begun. */
  @Column({ type: 'int', default: 0 }) readings: number;
  /** The newest of them whose finding stands. */
  @Column({ type: 'int', default: 0 }) followedReading: number;
}
