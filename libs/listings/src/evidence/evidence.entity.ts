import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EvidenceEnd, EvidenceNotice } from './domain/compliance-claims.js';
import type { EvidenceType } from './domain/evidence-file.js';

/** Files of authors as evidence of their manifests' claims about regulated data. */
@Entity({ schema: 'listings', name: 'evidence' })
export class EvidenceEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) claim: string;
  @Column({ type: 'text' }) fileName: string;
  @Column({ type: 'text' }) mediaType: EvidenceType;
  @Column({ type: 'int' }) sizeBytes: number;
  @Column({ type: 'text' }) sha256: string;
  @Column({ type: 'bytea' }) content: Buffer;
  @Column({ type: 'timestamptz' }) validUntil: Date;
  @Column({ type: 'uuid' }) uploadedBy: string;
  @Column({ type: 'text' }) uploadedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) uploadedAt: Date;
  @Column({ type: 'text', nullable: true }) endedHow: EvidenceEnd | null;
  @Column({ type: 'uuid', nullable: true }) endedBy: string | null;
  @Column({ type: 'text', nullable: true }) endedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) endReason: string | null;
}

/** Reviewers who accepted the claim of a file, until when. */
@Entity({ schema: 'listings', name: 'evidence_acceptances' })
export class EvidenceAcceptanceEntity {
  @PrimaryColumn({ type: 'uuid' }) evidenceId: string;
  @PrimaryColumn({ type: 'uuid' }) acceptedBy: string;
  @Column({ type: 'text' }) acceptedByName: string;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) acceptedAt: Date;
  @Column({ type: 'timestamptz' }) acceptedUntil: Date;
}

@Entity({ schema: 'listings', name: 'evidence_notices' })
export class EvidenceNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) evidenceId: string;
  @PrimaryColumn({ type: 'text' }) kind: EvidenceNotice;
  @PrimaryColumn({ type: 'timestamptz' }) validUntil: Date;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
}

/** Evidence: what changed, between which two moments, and whether the Drive had announced it. */
@Entity({ schema: 'listings', name: 'subprocessor_changes' })
export class SubprocessorChangeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text' }) digestBefore: string;
  @Column({ type: 'text' }) digestAfter: string;
  @Column({ type: 'timestamptz' }) seenBeforeAt: Date;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
  @Column({ type: 'timestamptz' }) judgedAt: Date;
  @Column({ type: 'text' }) outcome: 'announced' | 'unannounced' | 'nobody_to_tell';
  /** Lines that are new and that are gone; null: the earlier list was not kept. */
  @Column({ type: 'text', array: true, nullable: true }) added: string[] | null;
  @Column({ type: 'text', array: true, nullable: true }) removed: string[] | null;
}

/**
 * digest: the known list since confirmed_at. pending: a changed list and since when; judged after a while.
 * next_read_at and read_at by the wall clock, the others in business time.
 */
@Entity({ schema: 'listings', name: 'subprocessor_lists' })
export class SubprocessorListEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'timestamptz', nullable: true }) confirmedAt: Date | null;
  @Column({ type: 'text', nullable: true }) pendingDigest: string | null;
  @Column({ type: 'timestamptz', nullable: true }) pendingSince: Date | null;
  /** Lines of the known and the pending list. */
  @Column({ type: 'jsonb', nullable: true }) entries: string[] | null;
  @Column({ type: 'jsonb', nullable: true }) pendingEntries: string[] | null;
  @Column({ type: 'text', nullable: true }) etag: string | null;
  @Column({ type: 'timestamptz', nullable: true }) readAt: Date | null;
  @Column({ type: 'int', default: 0 }) failures: number;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) nextReadAt: Date;
}
