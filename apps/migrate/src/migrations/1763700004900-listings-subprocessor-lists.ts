import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift'`;

/** Public lists of subprocessors are read again and again: what was seen last, and every change with its date. */
export class ListingsSubprocessorLists1763700004900 implements MigrationInterface {
  name = 'ListingsSubprocessorLists1763700004900';

  async up(q: QueryRunner): Promise<void> {
    // digest: what counts as known since confirmed_at. pending: what was seen instead, since when; judged after a while.
    // next_read_at and read_at by the wall clock, the others in business time.
    await q.query(`create table listings.subprocessor_lists (
      drive_id uuid primary key references listings.listings,
      url text not null,
      digest text check (digest ~ '^[0-9a-f]{64}$'),
      confirmed_at timestamptz,
      pending_digest text check (pending_digest ~ '^[0-9a-f]{64}$'),
      pending_since timestamptz,
      etag text check (length(etag) <= 200),
      read_at timestamptz,
      failures int not null default 0 check (failures >= 0),
      next_read_at timestamptz not null default clock_timestamp(),
      check ((digest is null) = (confirmed_at is null)),
      check ((pending_digest is null) = (pending_since is null)),
      check (pending_digest is null or digest is not null))`);
    await q.query(`create index subprocessor_lists_due on listings.subprocessor_lists (next_read_at)`);
    // Evidence: what changed, between which two moments, and whether the Drive had told of it.
    await q.query(`create table listings.subprocessor_changes (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      url text not null,
      digest_before text not null check (digest_before ~ '^[0-9a-f]{64}$'),
      digest_after text not null check (digest_after ~ '^[0-9a-f]{64}$'),
      seen_before_at timestamptz not null,
      noticed_at timestamptz not null check (noticed_at >= seen_before_at),
      judged_at timestamptz not null check (judged_at >= noticed_at),
      outcome text not null check (outcome in ('announced', 'unannounced', 'nobody_to_tell')),
      check (digest_before <> digest_after))`);
    await q.query(`create index subprocessor_changes_of on listings.subprocessor_changes (drive_id, noticed_at desc)`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.subprocessor_changes
      for each statement execute function platform.refuse_change()`);
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check
      check (kind in (${KINDS}, 'subprocessors_unannounced', 'subprocessors_unreadable'))`);
    await q.query(`insert into listings.subprocessor_lists (drive_id, url, next_read_at)
      select l.drive_id, r.manifest -> 'compliance' ->> 'subprocessorsUrl', clock_timestamp() + random() * interval '6 hours'
      from listings.listings l join listings.revisions r on r.id = l.live_revision_id
      where r.manifest -> 'compliance' ->> 'subprocessorsUrl' is not null`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `delete from listings.sync_notes where kind in ('subprocessors_unannounced', 'subprocessors_unreadable')`,
    );
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in (${KINDS}))`);
    await q.query(`drop table listings.subprocessor_changes`);
    await q.query(`drop table listings.subprocessor_lists`);
  }
}
