create schema stripe_gateway;

-- The inbox: one row per event of the provider, so that a repeat is recognised. Handling is tracked per consumer.
create table stripe_gateway.provider_events (
  source text not null check (source in ('platform', 'platform_v2', 'connect')),
  event_id text not null,
  type text not null,
  object_id text,
  livemode boolean not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default platform.portal_now(),
  account text,
  via text not null default 'webhook' check (via in ('webhook', 'backfill')),
  primary key (source, event_id),
  constraint provider_events_connect_names_account check ((source = 'connect') = (account is not null))
);
-- Events of connected accounts, events that were fetched because they never arrived, and the progress of that look-up.
create index provider_events_connect on stripe_gateway.provider_events (account, received_at) where account is not null;
create index provider_events_object on stripe_gateway.provider_events (object_id, received_at);
create index provider_events_received on stripe_gateway.provider_events (received_at);

-- One row per rate: the instant of the next allowed call. Moving it forward claims a slot.
create table stripe_gateway.call_pace (
  name text primary key,
  next_at timestamptz not null
);

create table stripe_gateway.backfills (
  source text not null check (source in ('platform', 'platform_v2', 'connect')),
  account text not null default '',
  checked_until timestamptz not null,
  ran_at timestamptz not null default platform.portal_now(),
  found integer not null default 0,
  primary key (source, account)
);

-- Currencies in which the platform's account settles; none before they were looked up for the first time.
create table stripe_gateway.settlement_currencies (currency text primary key);
