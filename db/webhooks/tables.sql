create schema webhooks;

-- Servers of authors and of the host, and the messages to them. Without an organisation: the host's.
create table webhooks.endpoints (
  id uuid primary key,
  org_id uuid,
  url text not null check (length(url) <= 2048),
  description text not null check (length(description) <= 200),
  event_types text[] not null check (cardinality(event_types) > 0),
  -- Messages of an unverified one wait until its address has passed a test.
  state text not null default 'unverified' check (state in ('unverified', 'active', 'disabled')),
  disabled_reason text,
  tested_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index endpoints_org on webhooks.endpoints (org_id) where removed_at is null;

-- One secret without an end is the newest; at most one more, in its overlap.
create table webhooks.secrets (
  id uuid primary key,
  endpoint_id uuid not null references webhooks.endpoints,
  sealed text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create unique index secrets_one_newest on webhooks.secrets (endpoint_id) where ends_at is null;
create unique index secrets_one_before on webhooks.secrets (endpoint_id) where ends_at is not null;

create table webhooks.messages (
  id uuid primary key,
  seq bigint generated always as identity unique,
  endpoint_id uuid not null references webhooks.endpoints,
  event_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_status integer,
  last_problem text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint messages_once unique (endpoint_id, event_id),
  check ((state = 'pending') = (ended_at is null))
);
create index messages_queued on webhooks.messages (endpoint_id, next_attempt_at) where state = 'pending';
create index messages_tests on webhooks.messages (endpoint_id) where state = 'pending' and type = 'webhook.test';
create index messages_ended on webhooks.messages (ended_at) where state <> 'pending';
create index messages_of on webhooks.messages (endpoint_id, seq desc);

create table webhooks.attempts (
  message_id uuid not null references webhooks.messages on delete cascade,
  n integer not null check (n > 0),
  at timestamptz not null,
  status integer,
  problem text,
  took_ms integer not null check (took_ms >= 0),
  primary key (message_id, n)
);
