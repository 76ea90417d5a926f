import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A trusted extension: the right to create objects in the database is enough. */
@Entity({ schema: 'listings', name: 'catalogue_entries' })
@Unique(['slug'])
@Unique(['place'])
@Index('catalogue_entries_category_installs_down_sort_name_slug_idx', ['category', 'installsDown', 'sortName', 'slug'])
@Index('catalogue_entries_listed_at_slug_idx', ['listedAt', 'slug'])
@Index('catalogue_entries_popular', ['installsDown', 'sortName', 'slug'])
@Index('catalogue_entries_sort_name_slug_idx', ['sortName', 'slug'])
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
  @Column({ type: 'text', nullable: true }) version: string | null;
  @Column({ type: 'int' }) permissionsCount: number;
  @Column({ type: 'timestamptz' }) listedAt: Date;
  @Column({ type: 'int', default: 0 }) installs: number;
  @Column({ type: 'int', insert: false, update: false }) installsDown: number;
  @Column({ type: 'tsvector' }) heading: string;
  /** An entry keeps its place as long as it stays in the catalogue; it is its bit in every set. */
  @Column({ type: 'int', insert: false, update: false }) place: number;
  /** The part of an entry that a page shows, apart from prices and names of authors, which change without the entry. */
  @Column({ type: 'json' }) card: object;
}

/**
 * Columns that a search reads of every match, apart from the cards: a common word is in thousands of rows, and here
 * they are so narrow (the words lie outside) that reading and counting them all stays cheap.
 */
@Entity({ schema: 'listings', name: 'catalogue_facets' })
@Unique(['category', 'motion', 'tier'])
export class CatalogueFacetEntity {
  @PrimaryColumn({ type: 'int', insert: false, update: false }) code: number;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) motion: string | null;
  @Column({ type: 'text', nullable: true }) tier: string | null;
}

/** Counts of the whole catalogue are kept in memory for as long as this number stays. */
@Entity({ schema: 'listings', name: 'catalogue_generation' })
export class CatalogueGenerationEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) one: boolean;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '1' }) generation: bigint;
  /** Every set has as many bits as capacity says: sets of different lengths cannot be combined. */
  @Column({ type: 'int', default: 0 }) capacity: number;
}

@Entity({ schema: 'listings', name: 'catalogue_moved' })
export class CatalogueMovedEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
}

/**
 * A search in sets of bits: each word has a set of the places of entries that contain it, so matches that thousands of
 * entries share are found and counted in microseconds. Changes wait in `catalogue_pending` until `merge_catalogue` puts
 * them into the sets; a search also reads the waiting changes, so it is never behind.
 */
@Entity({ schema: 'listings', name: 'catalogue_pending' })
export class CataloguePendingEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
  @Column({ type: 'int' }) place: number;
}

/** The places of the "most" most installed, and the entries whose number of installs changed since. */
@Entity({ schema: 'listings', name: 'catalogue_popular' })
export class CataloguePopularEntity {
  @PrimaryColumn({ type: 'int' }) most: number;
  @Column({ type: 'bit varying' }) places: string;
}

@Entity({ schema: 'listings', name: 'catalogue_terms' })
export class CatalogueTermEntity {
  @PrimaryColumn({ type: 'text' }) term: string;
  @Column({ type: 'bit varying' }) anywhere: string;
  @Column({ type: 'bit varying', nullable: true }) headings: string | null;
  @Column({ type: 'bit varying', nullable: true }) names: string | null;
}

/**
 * A search with bounded cost: the card of an entry is written when the entry is, a page is looked up by the
 * places of the sets, few places are cut out of the sets of the most installed, and a misspelt name is found by the
 * sets of its groups of three letters. The matches, counts and order are the same.
 */
@Entity({ schema: 'listings', name: 'catalogue_trigrams' })
export class CatalogueTrigramEntity {
  @PrimaryColumn({ type: 'text' }) trigram: string;
  @Column({ type: 'bit varying' }) names: string;
}

/** In the row itself: a search reads many of them, and most compress to almost nothing. */
@Entity({ schema: 'listings', name: 'catalogue_values' })
export class CatalogueValueEntity {
  @PrimaryColumn({ type: 'text' }) facet: string;
  @PrimaryColumn({ type: 'text' }) value: string;
  @Column({ type: 'bit varying' }) places: string;
}

@Entity({ schema: 'listings', name: 'catalogue_words' })
@Unique(['place'])
@Index('catalogue_words_facets_idx', ['facets'])
export class CatalogueWordEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'int' }) facets: number;
  @Column({ type: 'tsvector' }) words: string;
  @Column({ type: 'int' }) place: number;
}
