import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Icons of published revisions, checked and rewritten; only these are ever shown. */
@Entity({ schema: 'listings', name: 'icons' })
export class IconEntity {
  @PrimaryColumn({ type: 'text' }) digest: string;
  @Column({ type: 'text' }) mediaType: 'image/png' | 'image/svg+xml';
  @Column({ type: 'bytea' }) content: Buffer;
}

/** Result of fetching the icon of a revision: the icon, or the reason for its absence. */
@Entity({ schema: 'listings', name: 'revision_icons' })
export class RevisionIconEntity {
  @PrimaryColumn({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) fetchedAt: Date;
}
