create schema secrets;

-- A range over uuid lets an exclusion constraint compare owners without an extension.
create type secrets.uuid_range as range (subtype = uuid);

-- A change of an owner's keys locks its ring, also when there is no key yet.
create table secrets.key_rings (
  scope text not null check (scope in ('drive', 'tenant', 'fleet')),
  owner_id uuid not null,
  created_at timestamptz not null default platform.portal_now(),
  primary key (scope, owner_id)
);

create table secrets.signing_keys (
  id uuid primary key,
  scope text not null,
  owner_id uuid not null,
  version integer not null check (version > 0),
  sealed text not null check (sealed like 'v1.%'),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{8}$'),
  not_before timestamptz not null,
  not_after timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  adopted_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  constraint signing_keys_version unique (scope, owner_id, version),
  -- Odd and even versions are two places, and each place holds one valid key at a time: so at most two are valid at once.
  constraint signing_keys_at_most_two exclude using gist (int4range(version % 2, version % 2, '[]') with =, ( case scope when 'drive' then int4range(1, 1, '[]') when 'tenant' then int4range(2, 2, '[]') else int4range(3, 3, '[]') end) with =, secrets.uuid_range(owner_id, owner_id, '[]') with =, secrets.validity(not_before, not_after, revoked_at) with &&),
  constraint signing_keys_life check (not_after >= not_before and revoked_at >= not_before),
  constraint signing_keys_ring foreign key (scope, owner_id) references secrets.key_rings
);
create index signing_keys_ending on secrets.signing_keys (not_after) where not_after is not null
  and revoked_at is null;
create trigger signed_first before insert on secrets.signing_keys for each row when (new.scope = 'drive')
  execute function authors.signed_first('owner_id');
create trigger keep_key before update of not_after on secrets.signing_keys for each row
  execute function secrets.keep_key();

-- Last timestamp (Unix ms, wall clock) under which a key signed; apart from the key, so that calls do not wait for rotations.
-- A fleet key has a clock for each Drive in addition to its first one: one for all would be a limit for the whole host.
create table secrets.signing_clocks (
  key_id uuid not null references secrets.signing_keys,
  drive_id uuid not null default '00000000-0000-0000-0000-000000000000',
  last_ms bigint not null default 0,
  primary key (key_id, drive_id)
) with (fillfactor=50);

-- Which keys sign for a Drive; without a row its own do.
create table secrets.drive_signing (
  drive_id uuid primary key,
  scope text not null check (scope in ('drive', 'tenant', 'fleet')),
  changed_at timestamptz not null default platform.portal_now(),
  -- Whose keys signed before.
  previous text check (previous in ('drive', 'tenant', 'fleet')),
  -- Of the newest change to the fleet's key or away from it.
  approval_id uuid references approvals.approvals
);
create trigger by_approval before update of scope on secrets.drive_signing for each row
  when (new.scope <> old.scope and 'fleet' in (new.scope, old.scope)) execute function approvals.enacts('key_scope', 'drive_id', 'scope');
create trigger by_approval_at_once before insert on secrets.drive_signing for each row when (new.scope = 'fleet')
  execute function approvals.enacts('key_scope', 'drive_id', 'scope');
create trigger first_party before insert or update of scope on secrets.drive_signing for each row when (new.scope = 'fleet')
  execute function secrets.fleet_is_first_party();

-- The keys of one tenant at one Drive. They sign only after the Drive has answered the request that contained them.
create table secrets.tenant_rings (
  owner_id uuid primary key,
  drive_id uuid not null,
  tenant_id uuid not null,
  handed_over_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  constraint tenant_rings_once unique (drive_id, tenant_id)
);

-- Which key an install's calls were last accepted under, to the minute.
create table secrets.install_uses (
  install_id uuid not null,
  key_id uuid not null references secrets.signing_keys,
  drive_id uuid not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (install_id, key_id),
  check (last_used_at >= first_used_at)
);
create index install_uses_drive on secrets.install_uses (drive_id, install_id, last_used_at desc);

-- One reminder per ending key and stage, however often the job runs.
create table secrets.key_reminders (
  key_id uuid not null references secrets.signing_keys,
  hours integer not null check (hours in (12, 1)),
  sent_at timestamptz not null,
  primary key (key_id, hours)
);

create table secrets.dry_runs (
  id uuid primary key,
  drive_id uuid not null,
  state text not null check (state in ('running', 'done', 'abandoned')),
  installs integer check (installs >= 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint dry_runs_counted check (state <> 'done' or installs is not null),
  constraint dry_runs_finished check ((state = 'running') = (finished_at is null))
);
create index dry_runs_drive on secrets.dry_runs (drive_id, created_at desc);
create unique index dry_runs_one_running on secrets.dry_runs (drive_id) where state = 'running';

create table secrets.dry_run_probes (
  dry_run_id uuid not null references secrets.dry_runs,
  install_id uuid not null,
  role text not null check (role in ('newest', 'previous')),
  key_id uuid not null references secrets.signing_keys,
  outcome text not null check (outcome in ('accepted', 'refused', 'failed', 'unreachable')),
  status integer,
  ms integer not null check (ms >= 0),
  at timestamptz not null,
  primary key (dry_run_id, install_id, role),
  constraint dry_run_probes_status check ((outcome = 'unreachable') = (status is null))
);
