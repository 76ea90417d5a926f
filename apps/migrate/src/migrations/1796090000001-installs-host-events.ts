import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of the host and their deliveries to plugins (db/installs/tables.sql). */
export class HostEvents1796090000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table installs.host_event_kinds (
      kind text primary key check (kind ~ '^[a-z][a-z0-9]*([._][a-z0-9]+)*$' and length(kind) <= 128),
      description text not null check (length(description) between 1 and 500),
      payload_schema jsonb check (jsonb_typeof(payload_schema) = 'object'),
      changed_at timestamptz not null
    )`);
    await q.query(`create table installs.host_events (
      id text primary key check (length(id) between 1 and 128),
      kind text not null references installs.host_event_kinds,
      tenant_id uuid not null references installs.tenants,
      venture_id uuid,
      ts timestamptz not null,
      payload jsonb not null check (jsonb_typeof(payload) = 'object'),
      digest text not null,
      received_at timestamptz not null,
      foreign key (venture_id, tenant_id) references installs.ventures(id, tenant_id)
    )`);
    await q.query(`create index host_events_received on installs.host_events (received_at)`);
    await q.query(`create table installs.deliveries (
      id uuid primary key,
      seq bigint generated always as identity unique,
      install_id uuid not null references installs.installs,
      event_id text references installs.host_events,
      kind text not null,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
      attempts integer not null default 0 check (attempts >= 0),
      last_status integer,
      last_problem text,
      queued_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      constraint deliveries_once unique (install_id, event_id),
      check ((state = 'pending') = (ended_at is null)),
      check ((event_id is null) = (kind = 'ping'))
    )`);
    await q.query(`create index deliveries_waiting on installs.deliveries (install_id, seq) where state = 'pending'`);
    await q.query(`create index deliveries_of on installs.deliveries (install_id, seq desc)`);
    await q.query(`create index deliveries_event on installs.deliveries (event_id, seq)`);
    await q.query(`create index deliveries_ended on installs.deliveries (ended_at) where state <> 'pending'`);
    await q.query(`create table installs.delivery_attempts (
      delivery_id uuid not null references installs.deliveries on delete cascade,
      n integer not null check (n > 0),
      at timestamptz not null default clock_timestamp(),
      status integer,
      problem text,
      took_ms integer not null check (took_ms >= 0),
      primary key (delivery_id, n)
    )`);
    await q.query(`create table installs.delivery_queues (
      install_id uuid primary key references installs.installs,
      drive_id uuid not null,
      next_attempt_at timestamptz not null,
      claim bigint not null default 0
    )`);
    await q.query(
      `create index delivery_queues_due on installs.delivery_queues (drive_id, next_attempt_at) where next_attempt_at < 'infinity'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of ['delivery_queues', 'delivery_attempts', 'deliveries', 'host_events', 'host_event_kinds'])
      await q.query(`drop table installs.${table}`);
  }
}
