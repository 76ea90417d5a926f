create schema approvals;

-- What one person proposes and another one decides (libs/approvals). The payload is what will be done, as its kind describes it;
-- whatever it leads to points here and says the same (approvals.enacts). `roles`: who may propose and decide. `people`,
-- `organizations`: whom it is about; neither they nor members of the organisations propose or decide.
create table approvals.approvals (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'superseded')),
  subject_id text not null check (length(subject_id) between 1 and 200),
  title text not null check (length(title) between 1 and 400),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['admin', 'finance', 'reviewer']),
  people uuid[] not null default '{}',
  organizations uuid[] not null default '{}',
  tenants uuid[] not null default '{}',
  amount bigint,
  currency text,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  -- SHA-256 of the payload, by the trigger.
  digest bytea not null default ''::bytea check (octet_length(digest) = 32),
  reason text not null check (length(reason) between 3 and 2000),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null default platform.portal_now(),
  expires_at timestamptz not null,
  -- Null when it was superseded: nobody decided.
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  note text check (length(note) between 1 and 2000),
  request_key text default nullif(current_setting('portal.request_key', true), ''),
  check ((amount is null) = (currency is null)),
  check (expires_at > proposed_at),
  check ((state = 'waiting') = (decided_at is null) and (state in ('waiting', 'superseded')) = (decided_by is null)
    and (decided_by is null) = (decided_by_name is null)),
  constraint approvals_second_person check (state not in ('approved', 'refused') or decided_by <> proposed_by),
  constraint approvals_withdrawn_by_proposer check (state <> 'withdrawn' or decided_by = proposed_by),
  constraint approvals_not_about_oneself check (proposed_by <> all (people) and (decided_by is null or decided_by <> all (people)))
);
create unique index approvals_one_waiting on approvals.approvals (kind, subject_id) where state = 'waiting';
create unique index approvals_request_key on approvals.approvals (request_key, subject_id);
create index approvals_recent on approvals.approvals (proposed_at, id);
create index approvals_subject on approvals.approvals (kind, subject_id, proposed_at);
create trigger approval_steps before insert or update on approvals.approvals for each row execute function approvals.approval_steps();

-- Which reviewer works on which case, and until when (libs/approvals/src/claims): a submission, application, appeal or concern; an
-- application and its appeal are one.
create table approvals.claims (
  subject_id uuid primary key,
  kind text not null check (kind in ('submission', 'application', 'appeal', 'concern')),
  org_id uuid not null,
  holder_id uuid not null,
  holder_name text not null,
  held_since timestamptz not null,
  held_until timestamptz not null,
  check (held_until >= held_since)
);
create trigger after_appeal before insert or update on approvals.claims for each row
  execute function approvals.claim_after_appeal();

-- What two people switched off, until a time: the capability of a thing (`*_CAPABILITIES` in the libs). One person ends it early.
create table approvals.capability_switches (
  approval_id uuid primary key references approvals.approvals,
  thing text not null check (thing in ('author', 'drive', 'install', 'listing', 'payee', 'tenant')),
  thing_id uuid not null,
  capability text not null check (capability ~ '^[a-z_]{3,40}$'),
  until timestamptz not null,
  reason text not null check (length(reason) between 3 and 2000),
  organizations uuid[] not null,
  ended_by uuid,
  ended_by_name text,
  ended_at timestamptz,
  end_reason text check (length(end_reason) between 3 and 2000),
  constraint capability_switches_ended check (num_nulls(ended_by, ended_by_name, ended_at, end_reason) in (0, 4))
);
create index capability_switches_thing on approvals.capability_switches (thing_id, thing) where ended_at is null;
create trigger by_approval before insert on approvals.capability_switches for each row
  execute function approvals.enacts('capability_switch', 'thing', 'thing_id', 'capability', 'until');
create trigger frozen before update on approvals.capability_switches for each row when (old.ended_at is not null)
  execute function platform.refuse_decided();
