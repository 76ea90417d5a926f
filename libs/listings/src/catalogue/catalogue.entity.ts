import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is listed; written by a trigger alone, apart from the number of installs. */
@Entity({ schema: 'listings', name: 'catalogue_entries' })
export class CatalogueEntryEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) slug: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', insert: false, update: false }) sortName: string;
  @Column({ type: 'text' }) tagline: string;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) motion: string | null;
  @Column({ type: 'text', nullable: true }) tier: string | null;
  @Column({ type: 'text', nullable: true }) domain: string | null;
  @Column({ type: 'text', nullable: true }) accent: string | null;
  @Column({ type: 'text', nullable: true, insert: false, update: false }) verified: 'yes' | null;
  @Column({ type: 'text', nullable: true }) version: string | null;
  @Column({ type: 'int' }) permissionsCount: number;
  @Column({ type: 'timestamptz' }) listedAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'int', default: 0 }) installs: number;
  @Column({ type: 'int', insert: false, update: false }) installsDown: number;
}

/** The words of an entry, and its facets, which are counted for every match. */
@Entity({ schema: 'listings', name: 'catalogue_words' })
export class CatalogueWordEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) motion: string | null;
  @Column({ type: 'text', nullable: true }) tier: string | null;
  @Column({ type: 'text', nullable: true }) verified: 'yes' | null;
  @Column({ type: 'tsvector' }) heading: string;
  @Column({ type: 'tsvector' }) words: string;
}

/** A word of the catalogue, by which misspelt ones are corrected. */
@Entity({ schema: 'listings', name: 'catalogue_terms' })
export class CatalogueTermEntity {
  @PrimaryColumn({ type: 'text' }) term: string;
}

/** Icons of published revisions, checked and rewritten; only these are ever shown. */
@Entity({ schema: 'listings', name: 'icons' })
export class IconEntity {
  @PrimaryColumn({ type: 'text' }) digest: string;
  @Column({ type: 'text' }) mediaType: 'image/png' | 'image/svg+xml';
  @Column({ type: 'bytea' }) content: Buffer;
  @Column({ type: 'text', nullable: true }) accent: string | null;
}

/** Result of fetching the icon of a revision: the icon, or the reason for its absence. */
@Entity({ schema: 'listings', name: 'revision_icons' })
export class RevisionIconEntity {
  @PrimaryColumn({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) fetchedAt: Date;
}
