export const schemaVersion = 5;

/** The sandbox's tables. Amounts in minor units; instants of the emulated clock unless the name says wall. */
export const schemaSql = `
create schema if not exists stripe_sandbox;

create table stripe_sandbox.schema_version (version int not null);
insert into stripe_sandbox.schema_version values (${schemaVersion});

create table stripe_sandbox.clock (
  single boolean primary key default true check (single),
  offset_ms bigint not null default 0
);
insert into stripe_sandbox.clock default values;

create function stripe_sandbox.now() returns timestamptz language sql stable as
  $$ select clock_timestamp() + (select offset_ms from stripe_sandbox.clock) * interval '1 millisecond' $$;

-- API objects as they are answered; private = what only the emulator knows (how a test card behaves).
create table stripe_sandbox.objects (
  seq bigint generated always as identity,
  id text primary key,
  kind text not null,
  account text not null,
  created_at timestamptz not null,
  data jsonb not null,
  private jsonb not null default '{}'
);
create index on stripe_sandbox.objects (kind, account, seq desc);
create index on stripe_sandbox.objects (kind, (data->>'transfer_group')) where data->>'transfer_group' is not null;
create index on stripe_sandbox.objects (kind, (data->>'customer')) where data->>'customer' is not null;
create index on stripe_sandbox.objects (kind, (data->>'payment_intent')) where data->>'payment_intent' is not null;
create index on stripe_sandbox.objects (kind, (data->>'transfer')) where data->>'transfer' is not null;

create table stripe_sandbox.balances (
  account text not null,
  currency text not null,
  total bigint not null,
  primary key (account, currency)
);

-- Connected accounts below zero are asked for with every transfer.
create index on stripe_sandbox.balances (currency) where total < 0;

create table stripe_sandbox.balance_transactions (
  seq bigint generated always as identity,
  id text primary key,
  account text not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null generated always as (amount - fee) stored,
  type text not null,
  source text not null,
  description text,
  created_at timestamptz not null,
  available_at timestamptz not null,
  -- Of money that came in another currency and was converted.
  exchange_rate numeric
);
create index on stripe_sandbox.balance_transactions (account, currency, available_at);
create index on stripe_sandbox.balance_transactions (source);

-- What happened. account: the connected account it happened on, null on the platform's own.
create table stripe_sandbox.events (
  seq bigint generated always as identity,
  id text primary key,
  type text not null,
  account text,
  created_at timestamptz not null,
  body jsonb not null
);

-- Listeners. Those of the configuration have the ids we_platform and we_connect.
create table stripe_sandbox.webhook_endpoints (
  id text primary key,
  url text not null,
  secret text not null,
  connect boolean not null,
  enabled_events text[] not null,
  enabled boolean not null default true
);

-- One row per event, endpoint and copy; seq is the order in which they are sent.
create table stripe_sandbox.deliveries (
  seq bigint generated always as identity,
  event_id text not null references stripe_sandbox.events,
  endpoint_id text not null references stripe_sandbox.webhook_endpoints on delete cascade,
  copy int not null default 1,
  delivered_wall_at timestamptz,
  attempts int not null default 0,
  next_attempt_wall_at timestamptz not null default clock_timestamp(),
  last_answer text,
  primary key (event_id, endpoint_id, copy)
);
create index on stripe_sandbox.deliveries (next_attempt_wall_at) where delivered_wall_at is null;

-- How deliveries misbehave while a test or a person wants them to.
create table stripe_sandbox.delivery_rules (
  single boolean primary key default true check (single),
  withhold text[] not null default '{}',
  delay_ms bigint not null default 0,
  copies int not null default 1,
  newest_first boolean not null default false
);
insert into stripe_sandbox.delivery_rules default values;

-- Up to which day (emulated, UTC) the banks have done their work.
create table stripe_sandbox.bank_day (
  single boolean primary key default true check (single),
  done_until timestamptz not null
);

create index on stripe_sandbox.objects ((data->>'status')) where kind = 'payout';

create table stripe_sandbox.idempotency_keys (
  key text primary key,
  operation text not null,
  parameters_hash text not null,
  status int not null,
  body json not null,
  request_id text not null,
  created_at timestamptz not null
);
`;
