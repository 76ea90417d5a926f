create schema authors;

create table authors.organizations (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 160),
  country text not null check (country ~ '^[A-Z]{2}$' or country = ''),
  website text not null,
  created_at timestamptz not null default platform.portal_now()
);

create index organizations_search on authors.organizations using gin (name public.gin_trgm_ops);

-- Kept after a person leaves: a reviewer may not decide on a current or recent organisation of theirs.
create table authors.organization_members (
  org_id uuid not null references authors.organizations,
  user_id uuid not null,
  joined_at timestamptz not null default platform.portal_now(),
  left_at timestamptz,
  primary key (org_id, user_id, joined_at),
  check (left_at >= joined_at)
);
create unique index organization_members_open on authors.organization_members (org_id, user_id) where left_at is null;
create index organization_members_user on authors.organization_members (user_id);
create trigger leaves_now before update of left_at on authors.organization_members for each row
  when (old.left_at is null and new.left_at is not null and current_user in ('portal_app', 'portal_caller')) execute function authors.leaves_now();
create trigger set_once before update on authors.organization_members for each row
  execute function platform.keep_once_set('left_at');

create table authors.developer_accounts (
  org_id uuid primary key references authors.organizations,
  state text not null default 'pending_agreement'
    check (state in ('pending_agreement', 'active', 'suspended', 'terminated')),
  created_at timestamptz not null default platform.portal_now(),
  activated_at timestamptz,
  updated_at timestamptz not null default platform.portal_now(),
  check (state = 'pending_agreement' or activated_at is not null or state = 'terminated')
);
create trigger state_order before update of state on authors.developer_accounts for each row
  execute function platform.keep_order('pending_agreement > active terminated', 'active > suspended terminated', 'suspended > active terminated');
create trigger signed_first before insert or update of state on authors.developer_accounts for each row when (new.state = 'active')
  execute function authors.signed_first();

create table authors.applications (
  id uuid primary key,
  org_id uuid not null references authors.organizations,
  applicant_id uuid not null,
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn')),
  company_name text not null,
  country text not null,
  website text not null,
  drive_name text not null,
  drive_slug text not null,
  description text not null,
  security_contact text not null,
  created_at timestamptz not null default platform.portal_now(),
  updated_at timestamptz not null default platform.portal_now(),
  submitted_at timestamptz,
  opened_by uuid,
  decided_by uuid,
  -- An applicant's answers besides company and Drive, and the conversation with the review team.
  founder_name text not null default '' check (char_length(founder_name) <= 160),
  github text not null default '' check (char_length(github) <= 200),
  intended_scopes text[] not null default '{}' check (cardinality(intended_scopes) <= 40),
  data_classes text[] not null default '{}' check (cardinality(data_classes) <= 40),
  manifest_url text not null default '' check (char_length(manifest_url) <= 2048),
  -- Applications are judged criterion by criterion, like Drives; a decision without this is refused, whoever writes it.
  category text not null default ''
    check (category in ('', 'Productivity', 'Sales', 'Content', 'Operations', 'Intelligence', 'Marketing', 'Compliance', 'Utilities')),
  round integer not null default 1 check (round >= 1),
  constraint applications_decided check ((state not in ('approved', 'rejected', 'changes_requested'))
    or decided_by is not null),
  constraint applications_slug_form check (drive_slug = '' or char_length(drive_slug) <= 63
    and drive_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint applications_submitted check ((state in ('draft', 'withdrawn')) or submitted_at is not null)
);
create unique index applications_one_open on authors.applications (org_id) where state in ('draft', 'submitted', 'in_review', 'changes_requested');
create index applications_org on authors.applications (org_id, created_at desc);
create index applications_queue on authors.applications (submitted_at, id) where state in ('submitted', 'in_review');
-- A slug is reserved from submission on; an application that is withdrawn or refused releases it.
create unique index applications_slug_held on authors.applications (drive_slug) where state in ('submitted', 'in_review', 'changes_requested');
-- What was decided on stays, until a granted appeal opens it again.
create trigger frozen before update on authors.applications for each row when (new.state = old.state
    and (old.state in ('approved', 'rejected', 'withdrawn') or new.decided_by is distinct from old.decided_by))
  execute function platform.refuse_decided();
create trigger claimed after update on authors.applications for each row when (old.state = 'in_review' and (new.state in ('approved', 'changes_requested', 'rejected')))
  execute function approvals.claimed_first('id', 'decided_by');
create trigger gate after update on authors.applications for each row when (old.state = 'in_review' and (new.state in ('approved', 'changes_requested', 'rejected')))
  execute function authors.application_gate();
create trigger after_appeal before update on authors.applications for each row when (new.state <> old.state)
  execute function authors.application_after_appeal();
create trigger rounds before update on authors.applications for each row
  execute function authors.application_rounds();
create trigger state_order before update of state on authors.applications for each row
  execute function platform.keep_order('draft > submitted withdrawn', 'submitted > in_review withdrawn', 'in_review > changes_requested approved rejected withdrawn', 'changes_requested > in_review withdrawn', 'rejected > in_review');

create table authors.application_steps (
  id uuid primary key,
  application_id uuid not null references authors.applications,
  action text not null
    check (action in ('created', 'submitted', 'opened', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'appealed', 'appeal_granted', 'appeal_dismissed', 'appeal_withdrawn')),
  actor_id uuid not null,
  actor_name text not null,
  reason_code text,
  text text,
  at timestamptz not null default platform.portal_now(),
  check ((action not in ('changes_requested', 'approved', 'rejected')) or reason_code is not null)
);
create index application_steps_of on authors.application_steps (application_id, at, id);

create table authors.drive_reservations (
  id uuid primary key,
  org_id uuid not null references authors.organizations,
  application_id uuid not null unique references authors.applications,
  slug text not null unique check (char_length(slug) <= 63 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  created_at timestamptz not null default platform.portal_now()
);
create index drive_reservations_org on authors.drive_reservations (org_id, created_at);

create table authors.agreement_versions (
  version text primary key,
  ordinal integer not null unique,
  text text not null,
  digest text not null,
  summary jsonb not null check (jsonb_typeof(summary) = 'array'),
  effective_at timestamptz not null,
  sign_until timestamptz,
  unique (version, digest),
  constraint agreement_versions_digest check (digest = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex')),
  -- The template's blanks are filled in.
  constraint agreement_versions_filled check (text !~ '\[\[.+\]\]')
);

-- What the host says to everybody, in Markdown.
create table authors.documents (
  kind text not null check (kind in ('terms', 'privacy', 'contact')),
  version integer not null check (version > 0),
  text text not null,
  digest text not null,
  published_at timestamptz not null default platform.portal_now(),
  published_by uuid not null,
  published_by_name text not null,
  primary key (kind, version),
  constraint documents_digest check (digest = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'))
);

create table authors.agreement_signatures (
  id uuid primary key,
  org_id uuid not null references authors.organizations,
  version text not null,
  digest text not null,
  signed_by uuid not null,
  signed_name text not null check (char_length(signed_name) between 2 and 160),
  signed_at timestamptz not null default platform.portal_now(),
  ip text,
  user_agent text,
  constraint agreement_signatures_once unique (org_id, version),
  constraint agreement_signatures_text foreign key (version, digest) references authors.agreement_versions(version, digest)
);

create table authors.invitations (
  id uuid primary key,
  org_id uuid not null references authors.organizations,
  email text not null check (char_length(email) between 3 and 254),
  member_role text not null check (member_role in ('owner', 'developer', 'finance', 'read_only')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  constraint invitations_accepted check ((accepted_at is null) = (accepted_by is null)),
  constraint invitations_life check (expires_at > created_at and expires_at <= (created_at + '7 days'::interval)),
  constraint invitations_one_end check (accepted_at is null or revoked_at is null)
);
create unique index invitations_one_open on authors.invitations (org_id, platform.folded(email)) where accepted_at is null
  and revoked_at is null;
create trigger set_once before update on authors.invitations for each row
  execute function platform.keep_once_set('accepted_at', 'accepted_by', 'revoked_at');

create table authors.application_messages (
  id uuid primary key,
  application_id uuid not null references authors.applications,
  side text not null check (side in ('applicant', 'reviewer')),
  writer_id uuid not null,
  writer_name text not null,
  text text not null check (char_length(text) between 1 and 4000),
  at timestamptz not null default platform.portal_now()
);
create index application_messages_of on authors.application_messages (application_id, at, id);

-- An author leaves or is removed: announced, carried out on its day, kept for ever.
create table authors.offboardings (
  id uuid primary key,
  org_id uuid not null references authors.developer_accounts,
  reason text not null check (length(reason) between 3 and 2000),
  by_staff boolean not null,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null default platform.portal_now(),
  ends_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by_name text,
  ended_at timestamptz,
  check ((withdrawn_at is null) = (withdrawn_by_name is null)),
  check (withdrawn_at is null or ended_at is null),
  constraint offboardings_not_before_its_day check (ended_at is null or ended_at >= ends_at),
  constraint offboardings_notice check (ends_at >= (asked_at + '97 days'::interval))
);
create index offboardings_due on authors.offboardings (ends_at) where withdrawn_at is null and ended_at is null;
create unique index offboardings_one_open on authors.offboardings (org_id) where withdrawn_at is null;

-- Staff suspends a developer account and resumes it: announced with a reason, kept for ever.
create table authors.suspensions (
  id uuid primary key,
  org_id uuid not null references authors.developer_accounts,
  code text not null
    check (code in ('agreement_breach', 'security_incident', 'identity_in_doubt', 'suspected_fraud', 'other')),
  reason text not null check (char_length(reason) between 20 and 2000),
  suspended_by uuid not null,
  suspended_by_name text not null,
  suspended_at timestamptz not null,
  resumed_by uuid,
  resumed_by_name text,
  resume_reason text check (char_length(resume_reason) between 20 and 2000),
  resumed_at timestamptz,
  constraint suspensions_in_order check (resumed_at >= suspended_at),
  constraint suspensions_resumed check ((resumed_at is null) = (resumed_by is null)
    and (resumed_at is null) = (resumed_by_name is null) and (resumed_at is null) = (resume_reason is null))
);
create index suspensions_newest on authors.suspensions (suspended_at desc, id desc);
create unique index suspensions_one_open on authors.suspensions (org_id) where resumed_at is null;

create table authors.application_criteria (
  version integer not null check (version >= 1),
  criterion text not null check (criterion ~ '^[a-z_]{1,60}$'),
  note_always boolean not null,
  primary key (version, criterion)
);

create table authors.application_judgements (
  seq bigint generated always as identity primary key,
  application_id uuid not null references authors.applications,
  round integer not null,
  criteria_version integer not null,
  criterion text not null,
  verdict text not null check (verdict in ('pass', 'needs_change', 'fail')),
  note text not null default '' check (char_length(note) <= 2000),
  judged_by uuid not null,
  judged_by_name text not null,
  judged_at timestamptz not null default platform.portal_now(),
  foreign key (criteria_version, criterion) references authors.application_criteria
);
create index application_judgements_of on authors.application_judgements (application_id, criterion, seq desc);
create trigger belongs before insert on authors.application_judgements for each row
  execute function authors.application_judgement_belongs();

-- Results of the validator for the manifest address of an application, each time it was submitted: for information.
create table authors.application_manifest_checks (
  application_id uuid not null references authors.applications,
  submitted_at timestamptz not null,
  manifest_url text not null check (char_length(manifest_url) between 1 and 2048),
  ok boolean not null,
  errors integer not null check (errors >= 0),
  warnings integer not null check (warnings >= 0),
  findings jsonb not null check (jsonb_typeof(findings) = 'array' and jsonb_array_length(findings) <= 50),
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  checked_at timestamptz not null default platform.portal_now(),
  primary key (application_id, submitted_at),
  check (not ok or errors = 0)
);

-- A refused application is appealed once, and a reviewer other than the one who refused it decides, on the appeal and
-- after it.
create table authors.application_appeals (
  application_id uuid primary key references authors.applications,
  state text not null default 'open' check (state in ('open', 'granted', 'dismissed', 'withdrawn')),
  text text not null check (char_length(text) between 20 and 4000),
  filed_by uuid not null,
  filed_by_name text not null,
  filed_at timestamptz not null default platform.portal_now(),
  refused_by uuid not null,
  decided_by uuid,
  decided_by_name text,
  decision_text text check (char_length(decision_text) between 20 and 4000),
  decided_at timestamptz,
  constraint application_appeals_decided check ((state in ('open', 'withdrawn')) = (decided_by is null)
    and (num_nonnulls(decided_by, decided_by_name, decision_text) in (0, 3))
    and (state = 'open') = (decided_at is null)),
  constraint application_appeals_other_person check (decided_by <> refused_by)
);
create index application_appeals_open on authors.application_appeals (filed_at) where state = 'open';
create trigger frozen before update on authors.application_appeals for each row when (old.state <> 'open'
    or (new.application_id, new.text, new.filed_by, new.filed_by_name, new.filed_at, new.refused_by)
      is distinct from (old.application_id, old.text, old.filed_by, old.filed_by_name, old.filed_at, old.refused_by))
  execute function platform.refuse_decided();
create trigger claimed after update on authors.application_appeals for each row when (new.decided_by is not null)
  execute function approvals.claimed_first('application_id', 'decided_by');
create trigger of_refusal before insert on authors.application_appeals for each row
  execute function authors.appeal_of_refusal();
