create schema installs;

-- Tenants and ventures of the host, what is installed into them, and what Drives reported about it.
create table installs.tenants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  external_id text not null unique,
  created_at timestamptz not null default platform.portal_now(),
  suspended_at timestamptz,
  standing_at timestamptz,
  -- The currency that a tenant is billed in; existing ones were billed in US dollars.
  currency text not null default 'usd',
  constraint tenants_standing check (suspended_at is null or standing_at >= suspended_at),
  constraint tenants_currency foreign key (currency) references ledger.currency
);

create trigger by_two before update of currency on installs.tenants for each row
  when (new.currency is distinct from old.currency and current_user in ('portal_app', 'portal_caller')) execute function installs.host_act_confirmed();
create index tenants_search on installs.tenants using gin (name public.gin_trgm_ops, external_id public.gin_trgm_ops);

create table installs.ventures (
  id uuid primary key,
  tenant_id uuid not null references installs.tenants,
  name text not null check (length(name) between 1 and 200),
  external_id text not null,
  created_at timestamptz not null default platform.portal_now(),
  unique (id, tenant_id),
  unique (tenant_id, external_id)
);
-- The list of an operator, page by page.
create index ventures_by_name on installs.ventures (tenant_id, name, (id::text));
create index ventures_search on installs.ventures using gin (name public.gin_trgm_ops, external_id public.gin_trgm_ops);

-- Invitations of the host to operate a tenant. Nobody is an operator before the owner of the address has confirmed.
create table installs.host_operators (
  id uuid primary key,
  tenant_id uuid not null references installs.tenants,
  -- The host's own id, or that of the invitation.
  external_id text not null,
  email text not null check (char_length(email) between 3 and 254),
  state text not null default 'invited' check (state in ('invited', 'confirmed', 'declined')),
  user_id uuid,
  invited_at timestamptz not null default platform.portal_now(),
  -- 30 days later, set by the trigger.
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (tenant_id, external_id),
  unique (tenant_id, user_id),
  check ((state = 'confirmed') = (user_id is not null)),
  check ((state = 'invited') = (answered_at is null))
);
create unique index host_operators_address on installs.host_operators (tenant_id, platform.folded(email));
create trigger steps before insert or update on installs.host_operators for each row
  execute function installs.host_operator_steps();
create trigger by_two before insert or update of email on installs.host_operators for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function installs.host_act_confirmed();
create trigger operators_confirmed before insert or update of user_id, role, scope_id on identity.role_grants for each row
  when (new.role = 'operator') execute function installs.operator_confirmed();
create index host_operators_invited on installs.host_operators (platform.folded(email)) where state = 'invited';

create table installs.installs (
  id uuid primary key,
  tenant_id uuid not null,
  venture_id uuid not null,
  drive_id uuid not null,
  org_id uuid,
  state text not null check (state in ('requested', 'sending', 'unknown', 'active', 'failed', 'revoking', 'revoked')),
  revision_id uuid not null,
  digest text not null,
  version text,
  origin text not null,
  permissions text[] not null,
  config jsonb not null,
  price_id uuid,
  amount bigint not null default 0 check (amount >= 0),
  currency text,
  drive_install_id text,
  seen_ids text[] not null default '{}' constraint installs_seen_ids check (cardinality(seen_ids) <= 200),
  scoped_token text,
  mount_url text,
  operator_email text not null,
  failure text,
  metrics jsonb,
  health jsonb,
  -- Amount that the Drive reports to bill; shown as such, never used as money.
  billing jsonb,
  polled_at timestamptz,
  -- When it is read next: a worker that reads it writes a time after which it counts as not read.
  next_poll_at timestamptz not null default '-infinity',
  -- Often while it has news, rarely while it is quiet.
  poll_every_s integer not null default 25 constraint installs_poll_every check (poll_every_s between 5 and 3600),
  events_cursor_ms bigint not null default 0,
  unreachable_since timestamptz,
  -- Why the Drive refuses whatever is signed, while nothing signed can be read of it.
  refusal text constraint installs_refusal check (refusal in ('signature_refused', 'clock_skew', 'unauthorized')),
  refused_since timestamptz,
  -- The last signed call for reading it that succeeded.
  signed_at timestamptz,
  signed_endpoint text,
  activated_at timestamptz,
  ended_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  -- Days at the beginning of an install that cost nothing: a policy of finance, pinned with the price of the install.
  trial_days integer not null default 0 check (trial_days between 0 and 365),
  -- The newest version of its settings, which config holds without secrets; 0 within the transaction that makes the install.
  settings_version integer not null default 0 check (settings_version >= 0),
  -- Since when the Drive refuses the token of a running install.
  token_refused_at timestamptz,
  -- Result of a call with the token after the end. The token is kept until then.
  token_proof text constraint installs_token_proof check (token_proof in ('pending', 'refused', 'accepted', 'unanswered')),
  -- The idempotency key of the request that made it: never two under one key, also when the first one has ended (decision 11).
  request_key text default nullif(current_setting('portal.request_key', true), ''),
  -- Since when the policy stops it because something that it needs no longer holds.
  paused_at timestamptz,
  constraint installs_refused_since check ((refusal is null) = (refused_since is null)),
  constraint installs_signed check ((signed_at is null) = (signed_endpoint is null)),
  constraint installs_active_has_token check (state <> 'active' or scoped_token is not null
    and drive_install_id is not null and activated_at is not null),
  check ((price_id is null) = (amount = 0)),
  check ((state in ('revoking', 'revoked')) = (ended_at is not null)),
  constraint installs_revoked_has_no_token check (state <> 'revoked' or scoped_token is null or token_proof = 'pending'),
  foreign key (venture_id, tenant_id) references installs.ventures(id, tenant_id)
);
create unique index installs_request_key on installs.installs (request_key);
create index installs_due on installs.installs (drive_id, next_poll_at) where state = 'active';
create index installs_drive_active on installs.installs (drive_id, id) where state = 'active';
-- Few: what an author has to look at, however many run.
create index installs_failing on installs.installs (drive_id) where state = 'active'
  and (token_refused_at is not null or unreachable_since is not null or refusal is not null);
-- An author reads the installs of a Drive page by page, also those that are over.
create index installs_of_drive on installs.installs (drive_id, id);
-- By the id that the Drive gave: it gives none twice to different tenants.
create index installs_drive_ids on installs.installs (drive_id, drive_install_id) where drive_install_id is not null;
create unique index installs_one_live on installs.installs (venture_id, drive_id) where state not in ('failed', 'revoked');
-- One trial per tenant and Drive, whatever the venture. One that never began is not used up.
create unique index installs_one_trial on installs.installs (tenant_id, drive_id) where trial_days > 0
  and not (activated_at is null and (state in ('failed', 'revoked')));
-- With what the policy of callers asks, so that the page of a large tenant is found in it.
create index installs_tenant on installs.installs (tenant_id, id) include (org_id);
create trigger by_operator before insert on installs.installs for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function installs.install_by_operator();
create trigger claims_accepted before insert or update of revision_id on installs.installs for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function installs.claims_accepted();
create trigger counted_delete after delete on installs.installs referencing old table as before for each statement
  execute function installs.count_active();
create trigger counted_insert after insert on installs.installs referencing new table as after for each statement
  execute function installs.count_active();
create trigger counted_update after update on installs.installs referencing old table as before new table as after for each statement
  execute function installs.count_active();
create trigger drive_woken_insert after insert on installs.installs referencing new table as after for each statement
  execute function installs.wake_drives();
create trigger drive_woken_update after update on installs.installs referencing old table as before new table as after for each statement
  execute function installs.wake_drives();
create trigger settings_end after update of state on installs.installs for each row
  when (old.state is distinct from new.state and (new.state in ('failed', 'revoked'))) execute function installs.end_settings();
create trigger terms_kept before update on installs.installs for each row
  when ((old.revision_id, old.digest, old.version, old.permissions, old.price_id, old.amount, old.currency)
    is distinct from (new.revision_id, new.digest, new.version, new.permissions, new.price_id, new.amount, new.currency))
  execute function installs.terms_kept();
create trigger state_order before update of state on installs.installs for each row
  execute function platform.keep_order('requested > sending failed revoked', 'sending > requested active unknown failed revoking', 'unknown > active failed revoking', 'active > revoking', 'failed > revoked', 'revoking > revoked');
create trigger set_once before update on installs.installs for each row
  execute function platform.keep_once_set('activated_at', 'ended_at', 'revoked_at');
create trigger trial_pinned before update of trial_days on installs.installs for each row
  execute function platform.keep_once_set('trial_days');

-- Input of operators in the form of a plugin, without secrets. The newest version counts.
create table installs.settings (
  install_id uuid not null references installs.installs,
  version integer not null check (version > 0),
  -- The revision with the form.
  revision_id uuid not null,
  config jsonb not null check (jsonb_typeof(config) = 'object'),
  -- JSON pointers of the secrets that have a value, and of those that were written with this version.
  secrets text[] not null default '{}',
  secrets_written text[] not null default '{}',
  reason text check (length(reason) between 1 and 500),
  -- Null: by itself, with an upgrade.
  changed_by uuid,
  changed_by_name text,
  changed_at timestamptz not null default platform.portal_now(),
  primary key (install_id, version)
);

-- The secrets of the newest version only: an old one is of no use.
create table installs.setting_secrets (
  install_id uuid primary key references installs.installs,
  sealed text not null
);

-- The newest settings of an install to be sent to a Drive that accepts updates; one row per install.
create table installs.config_updates (
  install_id uuid primary key references installs.installs,
  settings_version integer not null check (settings_version > 0),
  attempts integer not null default 0 check (attempts >= 0),
  -- Null once the Drive has confirmed the version. A worker that sends it writes a time after which it counts as not sent.
  next_try_at timestamptz,
  failure text,
  confirmed_at timestamptz,
  constraint config_updates_open check ((next_try_at is null) = (confirmed_at is not null))
);
create index config_updates_due on installs.config_updates (next_try_at) where next_try_at is not null;

-- Open calls to the Drive of an install, and when each is tried next.
create table installs.call_plans (
  install_id uuid not null references installs.installs,
  kind text not null check (kind in ('handshake', 'revoke', 'probe')),
  drive_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'attention', 'done', 'given_up')),
  attempts integer not null default 0,
  max_attempts integer not null,
  next_try_at timestamptz,
  last_tried_at timestamptz,
  last_outcome text,
  reported_id text,
  claimed_by uuid,
  -- Wall time: a claim is about a process, not about business.
  claimed_until timestamptz,
  claimed_worker integer,
  created_at timestamptz not null default platform.portal_now(),
  primary key (install_id, kind),
  constraint call_plans_attempts check (attempts between 0 and max_attempts),
  constraint call_plans_claim check ((claimed_by is null) = (claimed_until is null)),
  constraint call_plans_next check ((state = 'waiting') = (next_try_at is not null))
);
create index call_plans_due on installs.call_plans (drive_id, next_try_at) where state = 'waiting';
create index call_plans_open on installs.call_plans (install_id) where state in ('waiting', 'attention');

create table installs.drive_events (
  seq bigint generated always as identity primary key,
  -- Kept by the triggers events_of_installs and install_without_events.
  install_id uuid not null,
  identity text not null,
  digest text not null,
  kind text not null,
  ts timestamptz not null,
  payload jsonb not null,
  quarantine text,
  seen_at timestamptz not null default platform.portal_now(),
  -- The row names its owner; else it belongs to the install because its Drive answers by token.
  named boolean not null default false,
  unique (install_id, identity, digest)
);
create index drive_events_newest on installs.drive_events (install_id, seq desc);
create trigger of_installs_insert after insert on installs.drive_events referencing new table as after for each statement
  execute function installs.events_of_installs();
create trigger of_installs_update after update on installs.drive_events referencing new table as after for each statement
  execute function installs.events_of_installs();
create trigger without_events_delete after delete on installs.installs for each row execute function installs.install_without_events();
create trigger without_events_update after update of id on installs.installs for each row when (old.id <> new.id)
  execute function installs.install_without_events();
create trigger counted_insert after insert on installs.drive_events referencing new table as after for each statement
  execute function installs.count_events();
create trigger counted_update after update on installs.drive_events referencing old table as before new table as after for each statement
  execute function installs.count_events();

-- How many events a Drive reported, by the day (UTC) of the event and its kind; kept by triggers, also when the events are
-- deleted. `kept_apart`: those that do not count; of them by reason since the reasons are counted.
create table installs.event_counts (
  drive_id uuid not null,
  day date not null,
  kind text not null,
  events bigint not null check (events >= 0),
  kept_apart bigint not null check (kept_apart >= 0),
  last_at timestamptz not null,
  unlisted bigint not null default 0,
  changed bigint not null default 0,
  unattributed bigint not null default 0,
  -- Beyond the quota of their install.
  not_stored bigint not null default 0,
  primary key (drive_id, day, kind)
);

-- Events of an install that were stored on the latest day (UTC) with new ones, a large one as several, and those beyond the
-- quota of that day, which are counted and not stored.
create table installs.event_quotas (
  install_id uuid primary key references installs.installs on delete cascade,
  day date not null,
  -- The setting of that day.
  quota integer not null,
  stored integer not null default 0,
  not_stored bigint not null default 0,
  -- The newest time of an event that was not stored, Unix ms: one that is not newer and not there is counted already.
  skipped_to_ms bigint not null default 0,
  -- Of which day people were notified that it was reached.
  told_on date,
  constraint event_quotas_reached check (stored between 0 and quota)
);

-- State of polling each endpoint of an install: one never stops another.
create table installs.readings (
  install_id uuid not null references installs.installs,
  endpoint text not null check (endpoint in ('events', 'metrics', 'health', 'billing')),
  due_at timestamptz not null,
  read_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  failed_since timestamptz,
  problem text check (problem in ('no_answer', 'http_status', 'quota_exceeded', 'token_refused',
    'signature_refused', 'clock_skew', 'unauthorized', 'malformed_answer', 'other_tenant', 'too_much_out_of_order', 'our_fault', 'resting')),
  status integer,
  -- The last answer contained more than was read of it: the next one begins where it ended.
  behind boolean not null default false,
  -- Of metrics: the names under which figures are kept for the history. A Drive that invents more is not followed.
  figures text[] not null default '{}' constraint readings_figures check (cardinality(figures) <= 100),
  primary key (install_id, endpoint),
  constraint readings_failing check ((failures = 0) = (failed_since is null) and (failures = 0) = (problem is null))
);

-- Amount that a Drive reports to bill for an install, by the month (UTC) of the report; the last answer of the month
-- counts. Shown next to the invoiced amounts, never used as money.
create table installs.billing_summaries (
  install_id uuid not null references installs.installs,
  month date not null check (extract(day from month) = 1),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount bigint not null check (amount >= 0),
  plan text not null check (length(plan) between 1 and 200),
  said_at timestamptz not null,
  primary key (install_id, month, currency)
);
-- Finance reads a month, whatever the install.
create index billing_summaries_month on installs.billing_summaries (month, install_id, currency);

-- Rows of events answers that do not count: the newest of each reason, and how many there were.
create table installs.rejected_events (
  seq bigint generated always as identity primary key,
  install_id uuid not null references installs.installs,
  reason text not null check (reason in ('unreadable', 'malformed', 'too_large', 'other_tenant', 'unattributed', 'time_unit', 'in_future',
    'before_install', 'unread')),
  digest text not null,
  kind text,
  event_id text,
  detail text not null,
  -- The row, where somebody may read it: never that of another tenant. `base64:` where it is not UTF-8.
  content text,
  named boolean not null default false,
  seen_at timestamptz not null default platform.portal_now(),
  unique (install_id, reason, digest),
  constraint rejected_events_other_tenant check (reason <> 'other_tenant' or content is null and kind is null and event_id is null)
);
create index rejected_events_newest on installs.rejected_events (install_id, reason, seq desc);

create table installs.rejected_counts (
  install_id uuid not null references installs.installs,
  reason text not null check (reason in ('unreadable', 'malformed', 'too_large', 'other_tenant', 'unattributed', 'time_unit', 'in_future',
    'before_install', 'unread')),
  events bigint not null check (events > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (install_id, reason)
);

-- Whether a Drive answers its events by token, or the same to every one (decision 14).
create table installs.event_feeds (
  drive_id uuid primary key,
  shared_since timestamptz,
  compared_with text not null check (compared_with in ('install', 'stranger')),
  checked_at timestamptz not null,
  -- How far the feed of the whole Drive was read; null before its first reading.
  cursor_ms bigint,
  behind boolean not null default false
);

-- When a worker polls a Drive and reads its due installs, one worker at a time. A row while installs of it run.
create table installs.drive_polls (
  drive_id uuid primary key,
  -- A polling worker writes a time after which the poll counts as abandoned.
  due_at timestamptz not null default '-infinity',
  -- It answers slowly or not at all: such Drives are read on places of their own.
  slow boolean not null default false,
  -- Polls in a row that ended without an answer.
  failures integer not null default 0 check (failures >= 0)
);
create index drive_polls_due on installs.drive_polls (slow, due_at);

-- Prompts for a hundred thousand installs at once: the difference is kept once per pair of revisions.
create table installs.upgrade_differences (
  from_revision_id uuid not null,
  to_revision_id uuid not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  primary key (from_revision_id, to_revision_id)
);

create table installs.upgrade_prompts (
  id uuid primary key,
  install_id uuid not null references installs.installs,
  from_revision_id uuid not null,
  from_version text,
  to_revision_id uuid not null,
  to_version text,
  digest text not null,
  permissions text[] not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'superseded')),
  opened_at timestamptz not null default platform.portal_now(),
  answered_at timestamptz,
  answered_by uuid,
  outcome text not null default 'consent' check (outcome in ('alone', 'consent', 'blocked')),
  reasons text[] not null default '{}',
  reminded_at timestamptz,
  -- Null: nobody is reminded any more. Only prompts that somebody can answer have a time.
  remind_at timestamptz,
  unique (install_id, to_revision_id),
  constraint upgrade_prompts_alone_is_accepted check (outcome <> 'alone' or state = 'accepted'
    and answered_by is null),
  constraint upgrade_prompts_blocked_is_not_accepted check (outcome <> 'blocked' or state <> 'accepted'),
  check ((state = 'open') = (answered_at is null)),
  constraint upgrade_prompts_reminded_while_open check (remind_at is null or state = 'open' and outcome = 'consent'),
  foreign key (from_revision_id, to_revision_id) references installs.upgrade_differences
);
create unique index upgrade_prompts_one_open on installs.upgrade_prompts (install_id) where state = 'open';
create index upgrade_prompts_to_remind on installs.upgrade_prompts (remind_at) where remind_at is not null;
-- An answer stays; who said no may be asked again.
create trigger frozen before update on installs.upgrade_prompts for each row when (old.state in ('accepted', 'superseded')
    or old.state = 'declined' and new.state <> 'open')
  execute function platform.refuse_decided();
create trigger reminders_end before insert or update of state on installs.upgrade_prompts for each row
  execute function installs.end_reminders();

-- A tenant that has no row is asked about everything.
create table installs.upgrade_policies (
  tenant_id uuid primary key references installs.tenants,
  accepts text not null check (accepts in ('nothing', 'harmless')),
  changed_at timestamptz not null default platform.portal_now(),
  changed_by uuid,
  reminders boolean not null default true
);

-- No row: nothing on file, nothing required.
create table installs.tenant_compliance (
  tenant_id uuid primary key references installs.tenants,
  baa_reference text check (length(baa_reference) between 1 and 200),
  baa_until timestamptz,
  residency text check (length(residency) between 1 and 100),
  regulated boolean not null default false,
  revision integer not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by uuid,
  constraint tenant_compliance_baa check ((baa_reference is null) = (baa_until is null))
);

create trigger by_two before insert or update on installs.tenant_compliance for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function installs.host_act_confirmed();

-- Lapses of running installs, open and ended; the policy of that time is pinned.
create table installs.compliance_lapses (
  install_id uuid not null references installs.installs,
  gap text not null check (gap in ('baa_required', 'residency_missing', 'compliance_missing', 'claims_unproven')),
  noticed_at timestamptz not null,
  claims text[] not null default '{}',
  since timestamptz not null,
  action text not null check (action in ('warn', 'pause', 'remove')),
  policy_version integer not null check (policy_version > 0),
  -- When it is paused or removed; null: it is only warned of.
  acts_at timestamptz,
  acted_at timestamptz,
  ended_at timestamptz,
  ended_how text check (ended_how in ('holds_again', 'install_ended')),
  primary key (install_id, gap, noticed_at),
  constraint compliance_lapses_claims check ((gap = 'claims_unproven') = (cardinality(claims) > 0)),
  constraint compliance_lapses_acts check ((action = 'warn') = (acts_at is null) and acts_at >= noticed_at),
  constraint compliance_lapses_acted check (acted_at is null or acts_at is not null and acted_at >= acts_at),
  constraint compliance_lapses_ended check ((ended_at is null) = (ended_how is null) and ended_at >= noticed_at)
);
create unique index compliance_lapses_open on installs.compliance_lapses (install_id, gap) where ended_at is null;
create index compliance_lapses_due on installs.compliance_lapses (acts_at) where ended_at is null and acted_at is null and acts_at is not null;

-- Notices about the end of an agreement; a new end is announced again.
create table installs.agreement_notices (
  tenant_id uuid not null references installs.tenants,
  baa_until timestamptz not null,
  kind text not null check (kind in ('60_days', '30_days', '7_days', 'ended')),
  noticed_at timestamptz not null,
  primary key (tenant_id, baa_until, kind)
);

-- A change of a Drive's subprocessors, sent to a tenant that has it, and whether the tenant objects.
create table installs.subprocessor_notices (
  id uuid primary key,
  change_id uuid not null,
  drive_id uuid not null,
  org_id uuid,
  tenant_id uuid not null references installs.tenants,
  noticed_at timestamptz not null,
  object_until timestamptz not null,
  objected_at timestamptz,
  objected_by uuid,
  objected_by_name text,
  objection text check (char_length(objection) between 10 and 2000),
  unique (change_id, tenant_id),
  constraint subprocessor_notices_period check (object_until > noticed_at and objected_at < object_until),
  constraint subprocessor_notices_objection check ((objected_at is null) = (objection is null)
    and (objected_at is null) = (objected_by_name is null))
);
create index subprocessor_notices_of_tenant on installs.subprocessor_notices (tenant_id, drive_id, noticed_at);
create index subprocessor_notices_of_drive on installs.subprocessor_notices (drive_id, noticed_at);

-- How many installs of a Drive run, kept by whatever statement changes that: pages show it, and counting grows with them.
create table installs.drive_counts (
  drive_id uuid primary key,
  active integer not null
);

-- Kinds of events that the host sends to plugins, with the schema of their payload.
create table installs.host_event_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z0-9]*([._][a-z0-9]+)*$' and length(kind) <= 128),
  description text not null check (length(description) between 1 and 500),
  payload_schema jsonb check (jsonb_typeof(payload_schema) = 'object'),
  changed_at timestamptz not null
);

-- Events of the host, under its own ids: a repeated event changes nothing.
create table installs.host_events (
  id text primary key check (length(id) between 1 and 128),
  kind text not null references installs.host_event_kinds,
  tenant_id uuid not null references installs.tenants,
  -- Null: of every venture of the tenant.
  venture_id uuid,
  ts timestamptz not null,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  digest text not null,
  received_at timestamptz not null,
  foreign key (venture_id, tenant_id) references installs.ventures(id, tenant_id)
);
create index host_events_received on installs.host_events (received_at);

-- One event to one install. Times of deliveries are wall time.
create table installs.deliveries (
  id uuid primary key,
  seq bigint generated always as identity unique,
  install_id uuid not null references installs.installs,
  -- Null: the ping after an installation or upgrade.
  event_id text references installs.host_events,
  kind text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0 check (attempts >= 0),
  last_status integer,
  last_problem text,
  -- When it began to wait: with its event, or when it was replayed.
  queued_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint deliveries_once unique (install_id, event_id),
  check ((state = 'pending') = (ended_at is null)),
  check ((event_id is null) = (kind = 'ping'))
);
create index deliveries_waiting on installs.deliveries (install_id, seq) where state = 'pending';
create index deliveries_of on installs.deliveries (install_id, seq desc);
create index deliveries_event on installs.deliveries (event_id, seq);
create index deliveries_ended on installs.deliveries (ended_at) where state <> 'pending';

create table installs.delivery_attempts (
  delivery_id uuid not null references installs.deliveries on delete cascade,
  n integer not null check (n > 0),
  at timestamptz not null default clock_timestamp(),
  status integer,
  problem text,
  took_ms integer not null check (took_ms >= 0),
  primary key (delivery_id, n)
);

-- The order of an install's deliveries: the holder of its row sends them, one after the other.
create table installs.delivery_queues (
  install_id uuid primary key references installs.installs,
  drive_id uuid not null,
  -- Infinity: nothing waits. A worker that sends writes a time after which it counts as gone.
  next_attempt_at timestamptz not null,
  -- Rises with every worker that takes the queue; results of an earlier one no longer count.
  claim bigint not null default 0
);
create index delivery_queues_due on installs.delivery_queues (drive_id, next_attempt_at) where next_attempt_at < 'infinity';

-- Results of polls, until they are rolled up into the history: calls of an endpoint of a Drive, figures that a Drive
-- reports of an install.
create table installs.history_points (
  seq bigint generated always as identity primary key,
  kind text not null check (kind in ('call', 'metric')),
  -- The Drive of calls, the install of metrics.
  subject_id uuid not null,
  -- The endpoint of calls, the name of the figure of metrics.
  name text not null check (char_length(name) <= 64),
  at timestamptz not null,
  -- Of a call: 1 good, 0 not.
  value double precision not null
);

-- How long Drives took to give good answers of their health endpoint, by day (UTC): how many within each step of 5 %.
create table installs.response_times (
  drive_id uuid not null,
  day date not null,
  -- The duration is 1.05 to the power of it, in ms.
  step smallint not null check (step between 0 and 300),
  calls integer not null check (calls > 0),
  primary key (drive_id, day, step)
);

-- The points of one minute, hour or day (UTC).
create table installs.history (
  subject_id uuid not null,
  kind text not null check (kind in ('call', 'metric')),
  name text not null check (char_length(name) <= 64),
  step text not null check (step in ('minute', 'hour', 'day')),
  at timestamptz not null,
  points bigint not null check (points > 0),
  total double precision not null,
  least double precision not null,
  most double precision not null,
  -- Five-minute periods with points (of a minute always 1), and the sum of the mean of each.
  periods integer not null check (periods > 0),
  means double precision not null,
  primary key (subject_id, kind, name, step, at)
);
create index history_age on installs.history (step, at);
