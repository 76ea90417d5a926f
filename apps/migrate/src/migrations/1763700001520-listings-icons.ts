import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Icons of published revisions, checked and written anew; only these are ever shown. */
export class ListingsIcons1763700001520 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.icons (
      digest text primary key check (digest = encode(sha256(content), 'hex')),
      media_type text not null check (media_type in ('image/png', 'image/svg+xml')),
      content bytea not null check (octet_length(content) between 1 and 4194304))`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.icons
      for each statement execute function platform.refuse_change()`);
    // What came of fetching the icon of a revision: the icon, or why there is none.
    await q.query(`create table listings.revision_icons (
      revision_id uuid primary key references listings.revisions,
      digest text references listings.icons,
      problem text,
      fetched_at timestamptz not null default platform.portal_now(),
      check ((digest is null) <> (problem is null)))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.revision_icons, listings.icons`);
  }
}
