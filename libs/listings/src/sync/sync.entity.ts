import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Every run of the checks against a listed Drive, each bound to the one before by its digest. */
@Entity({ schema: 'listings', name: 'conformance_runs' })
@Index('conformance_runs_days', ['driveId', 'ranAt'])
export class ConformanceRunEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'int' }) seq: number;
  @Column({ type: 'timestamptz' }) ranAt: Date;
  @Column({ type: 'boolean' }) ok: boolean;
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'text', nullable: true }) previous: string | null;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'uuid', nullable: true }) submissionId: string | null;
}

/** What the sync noticed and did not publish, or published with a reproach. Open until the Drive is in order again. */
@Entity({ schema: 'listings', name: 'sync_notes' })
@Index('sync_notes_open', ['driveId', 'kind'], { unique: true, where: 'resolved_at is null' })
export class SyncNoteEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'uuid', nullable: true }) revisionId: string | null;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) noticedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) resolvedAt: Date | null;
}
