import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `'version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable', 'taken_back', 'author_suspended'`;
const ADDED = `'submission_open', 'price_missing', 'listing_fee_missing'`;

/** A changed manifest is held while the author's own submission is open, or while nothing says what the Drive costs. */
export class ListingsHeldForNow1763700005940 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await this.kinds(q, `${BEFORE}, ${ADDED}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from listings.sync_notes where kind in (${ADDED})`);
    await this.kinds(q, BEFORE);
  }

  private async kinds(q: QueryRunner, kinds: string): Promise<void> {
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in (${kinds}))`);
  }
}
