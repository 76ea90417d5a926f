import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets a poll be conditional, and "publish now" be pressed twice without two runs. */
export class ListingsSync1763700001530 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table listings.listings
      add column manifest_etag text check (length(manifest_etag) <= 200),
      add column manifest_read_at timestamptz,
      add column sync_requested_at timestamptz`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table listings.listings drop column manifest_etag, drop column manifest_read_at, drop column sync_requested_at`,
    );
  }
}
