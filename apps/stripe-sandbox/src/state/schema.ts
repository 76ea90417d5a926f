export const schemaVersion = 1;

/** Everything the sandbox keeps. Amounts in minor units; instants of the emulated clock unless the name says wall. */
export const schemaSql = `
create schema if not exists stripe_sandbox;

create table stripe_sandbox.schema_version (version int not null);
insert into stripe_sandbox.schema_version values (${schemaVersion});

create table stripe_sandbox.clock (
  single boolean primary key default true check (single),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
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
  available_at timestamptz not null
);
create index on stripe_sandbox.balance_transactions (account, currency, available_at);
create index on stripe_sandbox.balance_transactions (source);

create table stripe_sandbox.events (
  seq bigint generated always as identity,
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  body jsonb not null,
  wanted boolean not null,
  delivered_wall_at timestamptz,
  attempts int not null default 0,
  next_attempt_wall_at timestamptz not null default clock_timestamp(),
  last_answer text
);
create index on stripe_sandbox.events (next_attempt_wall_at) where wanted and delivered_wall_at is null;

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
