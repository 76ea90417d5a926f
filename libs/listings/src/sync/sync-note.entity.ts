import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A finding of the sync that was not published, or published with a warning. Open until the Drive is in order again.
 */
@Entity({ schema: 'listings', name: 'sync_notes' })
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
