import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  publications_revision: 'publications (revision_id, published_at desc)',
  submissions_revision: 'submissions (revision_id, created_at desc) where revision_id is not null',
  sync_notes_revision: 'sync_notes (revision_id) where revision_id is not null',
};

/** What became of a version is found by its revision (db/listings/tables.sql). */
export class Versions1796900000033 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const [name, of] of Object.entries(INDEXES))
      await q.query(`create index concurrently if not exists ${name} on listings.${of}`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await q.query(`drop index listings.${name}`);
  }
}
