-- Ranges over scalar types in exclusion constraints; groups of three letters for the search.
create extension if not exists btree_gist with schema public;
create extension if not exists pg_trgm with schema public;

create schema platform;

-- Files of db/ that are applied again when they changed (functions and seeds), as they were applied last.
create table platform.schema_files (
  path text primary key,
  sha256 text not null,
  applied_at timestamptz not null default clock_timestamp()
);

-- To which schemas `migrate` has brought the database, the latest last: the digest of db/, the migrations that the release of
-- that schema has, and those that a release must have because what they replaced was removed since.
create table platform.schema_versions (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  migrations text[] not null,
  needs text[] not null,
  applied_at timestamptz not null default clock_timestamp(),
  constraint schema_versions_needs check (needs <@ migrations)
);

create sequence platform.worker_no maxvalue 2147483647 cycle;

-- Worker processes: each holds the lock of its number and writes lease_until again and again. lost_at: others do its work, and its
-- own transactions are refused.
create table platform.workers (
  no integer primary key,
  lease_until timestamptz not null,
  lost_at timestamptz
);

-- What this installation is, as migrate was told. Test clock and demo persons refer to the sandbox, so that production has neither.
create table platform.deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null unique check (mode in ('production', 'sandbox'))
);

create table platform.test_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0,
  lease text,
  lease_ends_at timestamptz,
  moved_in text generated always as (case when offset_ms <> 0 then 'sandbox' end) stored
    constraint test_clock_in_sandbox references platform.deployment (mode),
  check ((lease is null) = (lease_ends_at is null))
);
create trigger forward_only before update on platform.test_clock for each row
  execute function platform.clock_moves_forward();

-- How far the demo's marketplace has come in this sandbox: its row begins with the filling and stays after it.
create table platform.demo_filling (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'sandbox' constraint demo_filling_in_sandbox references platform.deployment (mode) check (mode = 'sandbox'),
  done text[] not null,
  doing text not null,
  listed integer not null check (listed >= 0),
  drives integer not null check (drives >= listed),
  finished_at timestamptz
);

create table platform.outbox_events (
  id uuid primary key,
  seq bigint generated always as identity unique,
  type text not null,
  version integer not null check (version > 0),
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  relayed_at timestamptz,
  traceparent text default nullif(current_setting('portal.traceparent', true), '')
);
-- Finds the events of one install: billing processes it in its real order, even when events arrive in another one.
create index outbox_events_of_install on platform.outbox_events ((payload ->> 'install_id'), seq) where type in ('install.activated', 'install.upgraded', 'install.ended');
create index outbox_events_created on platform.outbox_events using brin (created_at);
create index outbox_events_waiting on platform.outbox_events (seq) where relayed_at is null;

create table platform.deliveries (
  event_id uuid not null references platform.outbox_events on delete cascade,
  consumer text not null,
  lane text not null check (lane in ('events', 'drives', 'money')),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  attempts integer not null default 0,
  claimed_by integer,
  enqueue_no integer not null default 1,
  enqueued_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  last_error text,
  primary key (event_id, consumer),
  check ((state = 'done') = (done_at is not null)),
  check (state = 'pending' or claimed_by is null)
);
create index deliveries_failed on platform.deliveries (enqueued_at) where state = 'failed';
create index deliveries_claimed on platform.deliveries (claimed_by) where claimed_by is not null;
create index deliveries_queued on platform.deliveries (lane, enqueued_at) where state = 'pending' and claimed_by is null;
create index deliveries_pending on platform.deliveries (next_attempt_at) where state = 'pending';

create table platform.audit_log (
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
  request_id text
);
create index audit_log_action on platform.audit_log (action collate "C", seq);
-- The audit trail is searched by actor, action and time, not only by subject.
create index audit_log_actor on platform.audit_log (actor_id, seq);
create index audit_log_at on platform.audit_log (at);
create index audit_log_subject on platform.audit_log (subject_type, subject_id, seq);
create trigger own_time_and_actor before insert on platform.audit_log for each row when (current_user in ('portal_app', 'portal_caller'))
  execute function platform.audit_is_own();
create trigger queue_seal after insert on platform.audit_log referencing new table as added for each statement
  execute function platform.queue_audit_seal();

create table platform.idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
create index idempotency_keys_age on platform.idempotency_keys (created_at);

create table platform.mail_messages (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default platform.portal_now(),
  sent_at timestamptz,
  -- Null: sent before there were topics, or by a release that knows none.
  topic text
    check (topic in ('applications', 'reviews', 'approvals', 'checks', 'versions', 'installs', 'disputes', 'webhooks', 'security', 'secrets', 'agreement', 'payouts', 'invoices')),
  -- The value of {token} in the body, until the mail is sent.
  sealed_token text
);
create index mail_messages_newest on platform.mail_messages (created_at desc);
-- Sent mail is found by its time, to be purged.
create index mail_messages_sent on platform.mail_messages (sent_at) where sent_at is not null;

-- Its columns, in this order, are those that rate-limiter-flexible writes. Losing it in a crash only resets counts.
create unlogged table platform.rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on platform.rate_limits (expire);

-- Files that were made of content that never changes, found by the digest of that content: who asks again gets these bytes.
-- The seal over digest and bytes is made with a key that the database does not know: a row without it is passed over.
create table platform.kept_files (
  made_of text not null check (made_of ~ '^[0-9a-f]{64}$'),
  seal text not null,
  body bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (made_of, seal)
);

create table platform.reseal_runs (
  id uuid primary key,
  kid text not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  finished_at timestamptz,
  resealed bigint not null default 0,
  broken integer,
  constraint reseal_runs_finished check ((finished_at is null) = (broken is null))
);
create unique index reseal_runs_open on platform.reseal_runs (kid) where finished_at is null;

-- The chain over the audit log: one seal per row, and the rows that wait for theirs.
create table platform.audit_seals (
  position bigint not null check ("position" > 0),
  audit_seq bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default clock_timestamp(),
  primary key ("position")
);

create table platform.audit_unsealed (
  audit_seq bigint primary key
);
create constraint trigger sealed after delete on platform.audit_unsealed deferrable initially deferred for each row
  execute function platform.audit_is_sealed();

-- Recurring jobs, their last run and its result: written by workers, read by administrators.
create table platform.job_schedules (
  job text primary key check (length(job) between 1 and 100),
  what text not null,
  every_ms bigint check (every_ms > 0),
  cron text,
  next_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  took_ms integer check (took_ms >= 0),
  last_error text,
  runs bigint not null default 0,
  failures bigint not null default 0,
  asked_at timestamptz,
  -- Which worker a recurring job runs on: when that worker is gone, the job was interrupted.
  worker_no integer,
  check (failures <= runs),
  check ((every_ms is null) <> (cron is null))
);

-- What was seen of each part of the portal, a minute at a time, by the day (UTC, portal time). seen_at is by the database's own
-- clock, which no test clock moves. A part that nobody looked at has no row: no record is not the same as working.
create table platform.status_days (
  part text not null check (part in ('api', 'queue', 'plugins', 'payments', 'mail')),
  day date not null,
  seen integer not null default 1 check (seen > 0),
  failed integer not null check (failed between 0 and seen),
  failing boolean not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (part, day)
);

-- Which key-encryption keys sealed, in the order they were put first; and how much older ones still seal.
create table platform.sealing_keys (
  kid text primary key,
  seq bigint generated always as identity unique,
  first_at timestamptz not null
);

create table platform.sealed_counts (
  store text primary key,
  older bigint not null check (older >= 0),
  counted_at timestamptz not null
);
