import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authors' own servers, and the messages to them. */
export class WebhooksInit1763700001950 implements MigrationInterface {
  name = 'WebhooksInit1763700001950';

  async up(q: QueryRunner): Promise<void> {
    await q.query('create schema webhooks');
    await q.query(`create table webhooks.endpoints (
      id uuid primary key,
      org_id uuid not null,
      url text not null check (length(url) <= 2048),
      description text not null check (length(description) <= 200),
      event_types text[] not null check (cardinality(event_types) > 0),
      state text not null default 'active' check (state in ('active', 'disabled')),
      disabled_reason text,
      created_by uuid,
      created_at timestamptz not null,
      removed_at timestamptz,
      check ((state = 'disabled') = (disabled_reason is not null)))`);
    await q.query('create index endpoints_org on webhooks.endpoints (org_id) where removed_at is null');
    // One secret without an end is the newest; at most one more, in its overlap.
    await q.query(`create table webhooks.secrets (
      id uuid primary key,
      endpoint_id uuid not null references webhooks.endpoints,
      sealed text not null,
      created_at timestamptz not null,
      ends_at timestamptz)`);
    await q.query('create unique index secrets_one_newest on webhooks.secrets (endpoint_id) where ends_at is null');
    await q.query('create unique index secrets_one_before on webhooks.secrets (endpoint_id) where ends_at is not null');
    await q.query(`create table webhooks.messages (
      id uuid primary key,
      seq bigint generated always as identity unique,
      endpoint_id uuid not null references webhooks.endpoints,
      event_id uuid not null,
      type text not null,
      body text not null,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      attempts int not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz not null default clock_timestamp(),
      last_status int,
      last_problem text,
      created_at timestamptz not null,
      ended_at timestamptz,
      constraint messages_once unique (endpoint_id, event_id),
      check ((state = 'pending') = (ended_at is null)))`);
    await q.query(`create index messages_due on webhooks.messages (next_attempt_at) where state = 'pending'`);
    await q.query('create index messages_of on webhooks.messages (endpoint_id, seq desc)');
    await q.query(`create index messages_ended on webhooks.messages (ended_at) where state <> 'pending'`);
    await q.query(`create table webhooks.attempts (
      message_id uuid not null references webhooks.messages on delete cascade,
      n int not null check (n > 0),
      at timestamptz not null,
      status int,
      problem text,
      took_ms int not null check (took_ms >= 0),
      primary key (message_id, n))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop schema webhooks cascade');
  }
}
