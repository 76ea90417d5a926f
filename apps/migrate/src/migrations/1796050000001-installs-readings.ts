import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints of an install are read by themselves, and rows that do not count are kept apart (db/installs/tables.sql). */
export class Readings1796050000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.installs add column billing jsonb`);
    await q.query(`alter table installs.drive_events add column named boolean not null default false`);
    await q.query(`create table installs.readings (
  install_id uuid not null references installs.installs,
  endpoint text not null check (endpoint in ('events', 'metrics', 'health', 'billing')),
  due_at timestamptz not null,
  read_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  failed_since timestamptz,
  problem text check (problem in ('no_answer', 'http_status', 'quota_exceeded', 'token_refused', 'malformed_answer',
    'other_tenant', 'too_much_out_of_order', 'our_fault', 'resting')),
  status integer,
  behind boolean not null default false,
  primary key (install_id, endpoint),
  constraint readings_failing check ((failures = 0) = (failed_since is null) and (failures = 0) = (problem is null))
)`);
    await q.query(`create table installs.rejected_events (
  seq bigint generated always as identity primary key,
  install_id uuid not null references installs.installs,
  reason text not null check (reason in ('malformed', 'too_large', 'other_tenant', 'unattributed', 'time_unit', 'in_future',
    'before_install', 'unread')),
  digest text not null,
  kind text,
  detail text not null,
  content text,
  named boolean not null default false,
  seen_at timestamptz not null default platform.portal_now(),
  unique (install_id, reason, digest),
  constraint rejected_events_other_tenant check (reason <> 'other_tenant' or content is null and kind is null)
)`);
    await q.query(`create index rejected_events_newest on installs.rejected_events (install_id, reason, seq desc)`);
    await q.query(`create table installs.rejected_counts (
  install_id uuid not null references installs.installs,
  reason text not null check (reason in ('malformed', 'too_large', 'other_tenant', 'unattributed', 'time_unit', 'in_future',
    'before_install', 'unread')),
  events bigint not null check (events > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (install_id, reason)
)`);
    await q.query(`create table installs.event_feeds (
  drive_id uuid primary key,
  shared_since timestamptz,
  compared_with text not null check (compared_with in ('install', 'stranger')),
  checked_at timestamptz not null
)`);
    // A cursor that an impossible time had moved ahead of the clock skipped everything since.
    await q.query(`update installs.installs set events_cursor_ms = (extract(epoch from coalesce(activated_at, created_at)) * 1000)::bigint
      where events_cursor_ms > extract(epoch from clock_timestamp()) * 1000 + 300000`);
    await q.query(
      `update installs.drive_events set kind = replace(kind, '_', '.') where kind in ('install_created', 'install_revoked')`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `drop table installs.event_feeds, installs.rejected_counts, installs.rejected_events, installs.readings`,
    );
    await q.query(`alter table installs.drive_events drop column named`);
    await q.query(`alter table installs.installs drop column billing`);
  }
}
