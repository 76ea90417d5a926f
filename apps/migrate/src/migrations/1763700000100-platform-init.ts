import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformInit1763700000100 implements MigrationInterface {
  name = 'PlatformInit1763700000100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists platform`);
    await q.query(`create table platform.test_clock (
      only_row boolean primary key default true check (only_row),
      offset_ms bigint not null default 0 check (offset_ms >= 0),
      lease text,
      lease_ends_at timestamptz,
      check ((lease is null) = (lease_ends_at is null)))`);
    await q.query(`insert into platform.test_clock default values`);
    await q.query(`create function platform.clock_moves_forward() returns trigger language plpgsql as $$
      begin
        if new.offset_ms < old.offset_ms then
          raise exception 'the test clock only moves forward' using errcode = '23514';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger forward_only before update on platform.test_clock for each row execute function platform.clock_moves_forward()`,
    );
    // Business time. Truncated to milliseconds, because that is what leaves the database as an instant.
    await q.query(`create function platform.portal_now() returns timestamptz language sql volatile as
      $$ select date_trunc('milliseconds', clock_timestamp() + (select offset_ms from platform.test_clock) * interval '1 millisecond') $$`);
    await q.query(`create function platform.refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = '42501';
      end $$`);

    await q.query(`create table platform.outbox_events (
      id uuid primary key,
      seq bigint generated always as identity unique,
      type text not null,
      version int not null check (version > 0),
      payload jsonb not null,
      created_at timestamptz not null default clock_timestamp(),
      relayed_at timestamptz)`);
    await q.query(`create index outbox_events_waiting on platform.outbox_events (seq) where relayed_at is null`);
    await q.query(`create sequence platform.worker_no maxvalue 2147483647 cycle`);
    await q.query(`create table platform.deliveries (
      event_id uuid not null references platform.outbox_events,
      consumer text not null,
      lane text not null check (lane in ('events', 'drives', 'money')),
      state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
      attempts int not null default 0,
      claimed_by int,
      enqueue_no int not null default 1,
      enqueued_at timestamptz not null default clock_timestamp(),
      next_attempt_at timestamptz not null default clock_timestamp(),
      done_at timestamptz,
      last_error text,
      primary key (event_id, consumer),
      check ((state = 'done') = (done_at is not null)),
      check (state = 'pending' or claimed_by is null))`);
    await q.query(`create index deliveries_pending on platform.deliveries (next_attempt_at) where state = 'pending'`);
    await q.query(`create index deliveries_failed on platform.deliveries (enqueued_at) where state = 'failed'`);

    await q.query(`create table platform.audit_log (
      seq bigint generated always as identity primary key,
      id uuid not null unique,
      at timestamptz not null default platform.portal_now(),
      actor_kind text not null check (actor_kind in ('user', 'token', 'system')),
      actor_id uuid,
      actor_name text not null,
      actor_role text not null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      reason text,
      request_id text)`);
    await q.query(`create index audit_log_subject on platform.audit_log (subject_type, subject_id, seq)`);
    await q.query(
      `create trigger append_only before update or delete or truncate on platform.audit_log for each statement execute function platform.refuse_change()`,
    );

    await q.query(`create table platform.idempotency_keys (
      scope text not null,
      key text not null,
      request_hash text not null,
      status int,
      body text,
      created_at timestamptz not null default clock_timestamp(),
      primary key (scope, key))`);
    await q.query(`create index idempotency_keys_age on platform.idempotency_keys (created_at)`);

    await q.query(`create table platform.live_events (
      seq bigint generated always as identity primary key,
      stream text not null,
      type text not null,
      data jsonb not null,
      at timestamptz not null default clock_timestamp())`);
    await q.query(`create index live_events_stream on platform.live_events (stream, seq)`);

    await q.query(`create table platform.mail_messages (
      id uuid primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      created_at timestamptz not null default platform.portal_now(),
      sent_at timestamptz)`);
    await q.query(`create index mail_messages_newest on platform.mail_messages (created_at desc)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema platform cascade`);
  }
}
