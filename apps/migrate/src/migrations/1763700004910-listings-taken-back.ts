import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable'`;

/** What an author took back, as opposed to what made room for something newer, is not opened again by the sync. */
export class ListingsTakenBack1763700004910 implements MigrationInterface {
  name = 'ListingsTakenBack1763700004910';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.submissions add column taken_back boolean not null default false,
      add constraint submissions_taken_back check (not taken_back or state = 'withdrawn')`);
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(
      `alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in (${KINDS}, 'taken_back'))`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.submissions drop column taken_back`);
    await q.query(`delete from listings.sync_notes where kind = 'taken_back'`);
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in (${KINDS}))`);
  }
}
