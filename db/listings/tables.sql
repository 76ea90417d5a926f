create schema listings;

-- A range over text lets an exclusion constraint compare tiers without an extension.
create type listings.text_range as range (subtype = text);

create table listings.prices (
  id uuid primary key,
  tier text not null check (tier in ('starter', 'standard', 'pro', 'premium', 'flagship')),
  currency text not null references ledger.currency,
  audience text not null check (audience in ('open_market', 'host_network')),
  amount_minor bigint not null check (amount_minor > 0),
  valid_from timestamptz not null,
  valid_to timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  constraint prices_one_at_a_time exclude using gist (listings.text_range(tier, tier, '[]') with =, listings.text_range(currency, currency, '[]') with =, listings.text_range(audience, audience, '[]') with =, tstzrange(valid_from, valid_to) with &&),
  check (valid_to > valid_from)
);
create trigger approved before insert or update of valid_to on listings.prices for each row execute function listings.price_approved();

-- Results of the public validator, kept for a month under an address that can be shared.
create table listings.validations (
  id uuid primary key,
  url text not null check (char_length(url) <= 2048),
  ok boolean,
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  result json,
  validated_at timestamptz not null,
  state text not null default 'finished' check (state in ('queued', 'running', 'finished', 'failed')),
  failure text,
  served_digest text check (served_digest ~ '^[0-9a-f]{64}$'),
  engine text,
  reuses uuid references listings.validations on delete cascade,
  constraint validations_failure check ((state = 'failed') = (failure is not null)),
  constraint validations_ok check ((ok is null) = (result is null)),
  constraint validations_reuses check (reuses is null or state = 'finished'),
  constraint validations_verdict check ((state = 'finished' and reuses is null) = (result is not null))
);
create index validations_age on listings.validations (validated_at);
-- validated_at: when the run was requested, and from the end on when its verdict was reached.
create index validations_reusable on listings.validations (url, validated_at desc) where served_digest is not null;
create index validations_reused on listings.validations (reuses) where reuses is not null;

-- Rises with every change of the catalogue, before the change is committed: a sequence, because publishing one listing
-- must not wait for another one.
create sequence listings.catalogue_generation;

-- Icons of published revisions, checked and rewritten; only these are ever shown.
create table listings.icons (
  digest text primary key,
  media_type text not null check (media_type in ('image/png', 'image/svg+xml')),
  content bytea not null check (octet_length(content) between 1 and 4194304),
  -- The first colour that fills something whole in an SVG.
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  check (digest = encode(sha256(content), 'hex'))
);

create table listings.review_criteria (
  version integer not null check (version >= 1),
  criterion text not null check (criterion ~ '^[a-z_]{1,60}$'),
  always boolean not null,
  primary key (version, criterion)
);

-- Price and recipients as two people of finance approved them, from when on; a later row takes the place of an earlier one.
create table listings.commercial_changes (
  id uuid primary key default gen_random_uuid(),
  approval_id uuid unique references approvals.approvals,
  kind text not null check (kind in ('tier_price', 'agreed_price', 'billing_model', 'host_plan')),
  tier text check (tier in ('starter', 'standard', 'pro', 'premium', 'flagship')),
  audience text check (audience in ('open_market', 'host_network')),
  drive_id uuid,
  venture_id uuid,
  currency text references ledger.currency,
  amount_minor bigint check (amount_minor between 1 and '1000000000000'::bigint),
  model text check (model in ('platform', 'author_billing', 'first_party')),
  plan text check (char_length(plan) between 1 and 100),
  valid_from timestamptz not null,
  effective_from timestamptz not null,
  constraint commercial_changes_shape check ( case kind when 'tier_price' then num_nonnulls(tier, audience, currency) = 3
    and num_nonnulls(drive_id, venture_id, model, plan) = 0 when 'agreed_price' then num_nonnulls(drive_id, venture_id, currency, amount_minor) = 4
    and num_nonnulls(tier, audience, model, plan) = 0 when 'billing_model' then num_nonnulls(drive_id, model) = 2
    and num_nonnulls(tier, audience, venture_id, amount_minor, plan) = 0
    and (model = 'author_billing') = (currency is not null) else num_nonnulls(drive_id, plan) = 2
    and num_nonnulls(tier, audience, venture_id, currency, amount_minor, model) = 0 end)
);
create index commercial_changes_drive on listings.commercial_changes (drive_id, kind, effective_from desc);
create trigger by_approval before insert on listings.commercial_changes for each row
  execute function approvals.enacts('commercial_change', 'kind', 'tier', 'audience', 'drive_id', 'venture_id', 'currency', 'amount_minor', 'model', 'plan', 'valid_from');
create trigger in_order before insert on listings.commercial_changes for each row
  execute function listings.commercial_in_order();
create trigger price_takes_effect after insert on listings.commercial_changes for each row when (new.kind = 'tier_price')
  execute function listings.price_takes_effect();

create table listings.listings (
  drive_id uuid primary key,
  org_id uuid not null,
  slug text not null unique,
  state text not null default 'unlisted'
    check (state in ('unlisted', 'listed', 'paused', 'sunset_announced', 'closed_to_installs', 'retired', 'removed')),
  live_revision_id uuid,
  name text not null,
  tagline text,
  category text,
  motion text,
  tier text,
  listed_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  last_seen_digest text,
  last_synced_at timestamptz,
  sync_failures integer not null default 0 check (sync_failures >= 0),
  next_sync_at timestamptz,
  -- Data for conditional polls, and for one run when "publish now" is pressed twice.
  manifest_etag text check (length(manifest_etag) <= 200),
  manifest_read_at timestamptz,
  sync_requested_at timestamptz,
  -- The newest run, for cards and for the plan: checked_at by the wall clock, verified_at (last good one) in business time.
  conformance_ok boolean,
  verified_at timestamptz,
  checked_at timestamptz,
  -- The newest run in which the live address answered calls signed with the Drive's key; null once one was refused.
  handshake_at timestamptz,
  -- How the checks of the newest reviewed version ended, as check_counts gives it.
  checks jsonb check (jsonb_typeof(checks) = 'object'),
  -- Two readings of a Drive may end in another order than they began; the number says which one is newer.
  readings integer not null default 0,
  followed_reading integer not null default 0,
  constraint listings_followed_reading check (followed_reading between 0 and readings),
  constraint listings_listed_at check ((state = 'unlisted') = (listed_at is null)),
  constraint listings_live check ((state = 'unlisted') = (live_revision_id is null))
);
create index listings_catalogue on listings.listings (lower(name), slug) where state = 'listed';
create index listings_due on listings.listings (next_sync_at) where next_sync_at is not null;
create index listings_org on listings.listings (org_id);
create index listings_search on listings.listings using gin (name public.gin_trgm_ops, slug public.gin_trgm_ops);
create trigger enter_catalogue after update of state, live_revision_id, handshake_at on listings.listings for each row when (old.state is distinct from new.state or old.live_revision_id is distinct from new.live_revision_id or (old.handshake_at is null) <> (new.handshake_at is null))
  execute function listings.enter_catalogue();
create trigger enter_new_in_catalogue after insert on listings.listings for each row when (new.state = 'listed')
  execute function listings.enter_catalogue();
create trigger signed_first before insert or update of state on listings.listings for each row when (new.state = 'listed')
  execute function authors.signed_first('drive_id');
create trigger moves before update of state on listings.listings for each row when (new.state <> old.state)
  execute function listings.listing_moves();
create trigger state_order before update of state on listings.listings for each row
  execute function platform.keep_order('unlisted > listed', 'listed > paused sunset_announced removed', 'paused > listed sunset_announced removed', 'sunset_announced > listed closed_to_installs removed', 'closed_to_installs > retired removed', 'removed > listed paused closed_to_installs');

-- A manifest as served at one moment, kept for ever: the canonical bytes and the model that was read from them.
create table listings.revisions (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  digest text not null,
  version text,
  shape text not null check (shape in ('flat', 'structured')),
  manifest_url text not null,
  origin text not null,
  canonical bytea not null,
  manifest jsonb not null,
  created_at timestamptz not null default platform.portal_now(),
  -- The form as its author wrote it: jsonb and the canonical text keep no order of fields.
  config_schema json,
  -- Drawn when it was read: a reviewer sees it though nothing asks for that.
  sampled boolean not null default false,
  unique (drive_id, id),
  constraint revisions_once unique (drive_id, digest, manifest_url),
  constraint revisions_digest check (digest = encode(sha256(canonical), 'hex'))
);
create index revisions_of on listings.revisions (drive_id, created_at desc, id desc);
create trigger a_day after insert on listings.revisions for each row execute function listings.most_a_day('100');

-- Which revision served from when on.
create table listings.publications (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  revision_id uuid not null,
  from_revision_id uuid,
  submission_id uuid,
  prompts boolean not null,
  published_at timestamptz not null default platform.portal_now(),
  check (from_revision_id <> revision_id),
  foreign key (drive_id, from_revision_id) references listings.revisions(drive_id, id),
  foreign key (drive_id, revision_id) references listings.revisions(drive_id, id)
);
create index publications_of on listings.publications (drive_id, published_at desc);
create index publications_revision on listings.publications (revision_id, published_at desc);
create trigger version_rises before insert on listings.publications for each row execute function listings.version_rises();

-- A finding of the sync that was not published, or published with a warning. Open until the Drive is in order again.
create table listings.sync_notes (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  kind text not null
    check (kind in ('version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable', 'taken_back', 'author_suspended', 'submission_open', 'price_missing', 'listing_fee_missing', 'token_still_accepted')),
  revision_id uuid,
  digest text,
  text text not null,
  noticed_at timestamptz not null default platform.portal_now(),
  resolved_at timestamptz,
  check (resolved_at >= noticed_at),
  foreign key (drive_id, revision_id) references listings.revisions(drive_id, id)
);
create index sync_notes_revision on listings.sync_notes (revision_id) where revision_id is not null;
create unique index sync_notes_open on listings.sync_notes (drive_id, kind) where resolved_at is null;

create table listings.submissions (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  org_id uuid not null,
  kind text not null check (kind in ('initial', 'update')),
  state text not null
    check (state in ('received', 'validating', 'failed', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn')),
  manifest_url text not null,
  origin text not null,
  submitted_by uuid,
  revision_id uuid,
  base_revision_id uuid,
  decision text check (decision in ('approve', 'request_changes', 'reject')),
  decision_reason text,
  decided_by uuid,
  decided_at timestamptz,
  answer text,
  waiting_since timestamptz,
  validated_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  -- Data of reviews: judgements by criterion, claims, exceptions by two.
  round integer not null default 1 check (round >= 1),
  decision_code text,
  -- A change that the author withdrew, unlike one that was replaced, is not opened again by the sync.
  taken_back boolean not null default false,
  -- Of the worst that speaks against it, for the order of the queue; the smaller, the worse.
  weight smallint not null default 99,
  constraint submissions_decided check ((state not in ('changes_requested', 'approved', 'rejected'))
    or decision is not null and decision_reason is not null and decided_by is not null and decided_at is not null),
  constraint submissions_judged_by_digest check ((state not in ('in_review', 'changes_requested', 'approved', 'rejected'))
    or revision_id is not null),
  constraint submissions_taken_back check (not taken_back or state = 'withdrawn'),
  constraint submissions_validated check ((state in ('received', 'validating', 'withdrawn'))
    or validated_at is not null),
  constraint submissions_waiting check (state <> 'in_review' or waiting_since is not null),
  foreign key (drive_id, base_revision_id) references listings.revisions(drive_id, id),
  foreign key (drive_id, revision_id) references listings.revisions(drive_id, id)
);
create index submissions_of on listings.submissions (drive_id, created_at desc, id desc);
create index submissions_revision on listings.submissions (revision_id, created_at desc) where revision_id is not null;
create unique index submissions_one_open on listings.submissions (drive_id) where state in ('received', 'validating', 'in_review', 'changes_requested');
create trigger a_day after insert on listings.submissions for each row execute function listings.most_a_day('100');
create index submissions_queue on listings.submissions (waiting_since, id) where state = 'in_review';
create index submissions_worst on listings.submissions (weight, waiting_since, id) where state = 'in_review';
-- Decided in review and nowhere else; another decision needs another round. What ended stays.
create trigger frozen before update on listings.submissions for each row when (old.state in ('approved', 'failed', 'withdrawn')
    or old.state = 'rejected' and new.state <> 'in_review'
    or (old.decision, old.decision_code, old.decision_reason, old.decided_by, old.decided_at)
      is distinct from (new.decision, new.decision_code, new.decision_reason, new.decided_by, new.decided_at)
      and not (old.state = 'in_review' and new.state in ('approved', 'changes_requested', 'rejected')))
  execute function platform.refuse_decided();
create trigger claimed after update on listings.submissions for each row when (old.state = 'in_review' and (new.state in ('approved', 'changes_requested', 'rejected')))
  execute function approvals.claimed_first('id', 'decided_by');
create trigger gate after update on listings.submissions for each row when (old.state = 'in_review' and (new.state in ('approved', 'changes_requested', 'rejected')))
  execute function listings.submission_gate();
create trigger after_appeal before update on listings.submissions for each row when (new.state <> old.state)
  execute function listings.submission_after_appeal();
create trigger rounds before update on listings.submissions for each row
  execute function listings.submission_rounds();
create trigger set_once before update of revision_id on listings.submissions for each row
  execute function platform.keep_once_set('revision_id');
create trigger state_order before insert or update of state on listings.submissions for each row
  execute function platform.keep_order('start > received in_review', 'received > validating withdrawn', 'validating > failed in_review withdrawn', 'in_review > changes_requested approved rejected withdrawn', 'changes_requested > in_review withdrawn', 'rejected > in_review');

create table listings.submission_checks (
  submission_id uuid not null references listings.submissions,
  check_id text not null,
  ordinal integer not null,
  rule text not null,
  check_group text not null,
  criterion text not null,
  -- While it fails, nothing is approved without an exception of it.
  blocks boolean not null,
  status text not null check (status in ('queued', 'running', 'pass', 'warn', 'fail', 'error', 'observed', 'skipped')),
  -- Why it was not run.
  reason text check (reason in ('nothing_to_check', 'never_signed', 'not_reached', 'not_in_this_run')),
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  constraint submission_checks_reason check (status = 'observed' or (status = 'skipped') = (reason is not null)),
  primary key (submission_id, check_id)
);
create trigger kept before insert or update on listings.submission_checks for each row execute function listings.checks_kept();

-- The catalogue: what is listed. Written by the trigger enter_catalogue alone, apart from the number of installs.
create table listings.catalogue_entries (
  drive_id uuid primary key references listings.listings,
  slug text not null unique,
  org_id uuid not null,
  revision_id uuid not null,
  name text not null,
  sort_name text not null generated always as (lower(name)) stored,
  tagline text not null,
  category text,
  motion text,
  tier text,
  -- Of the website with which the author applied: the live address is at or below it and answers with the Drive's key.
  domain text,
  -- As the live manifest has it; null when it says nothing.
  accent text,
  verified text generated always as (case when domain is not null then 'yes' end) stored,
  version text,
  permissions_count integer not null,
  listed_at timestamptz not null,
  -- When the live revision went live.
  updated_at timestamptz not null,
  installs integer not null default 0 check (installs >= 0),
  installs_down integer not null generated always as (- installs) stored,
  foreign key (drive_id, revision_id) references listings.revisions(drive_id, id)
);
create index catalogue_entries_category_installs_down_sort_name_slug_idx on listings.catalogue_entries (category, installs_down, sort_name, slug);
create index catalogue_entries_listed_at_slug_idx on listings.catalogue_entries (listed_at, slug);
create index catalogue_entries_name on listings.catalogue_entries using gin (name public.gin_trgm_ops, slug public.gin_trgm_ops);
create index catalogue_entries_org on listings.catalogue_entries (org_id);
create index catalogue_entries_popular on listings.catalogue_entries (installs_down, sort_name, slug);
create index catalogue_entries_sort_name_slug_idx on listings.catalogue_entries (sort_name, slug);
create index catalogue_entries_updated_at_slug_idx on listings.catalogue_entries (updated_at, slug);

-- What a search reads of every match. Apart from the entries, because a new number of installs must not write the words
-- again.
create table listings.catalogue_words (
  drive_id uuid primary key references listings.catalogue_entries on delete cascade,
  category text,
  motion text,
  tier text,
  verified text,
  -- Words of name and slug (weight A) and of the tagline (B).
  heading tsvector not null,
  -- The same with those of the description (D).
  words tsvector not null
);
create index catalogue_words_facets on listings.catalogue_words (category, motion, tier, verified);
create index catalogue_words_words on listings.catalogue_words using gin (words) with (fastupdate = off);

-- Every word of the catalogue, by which misspelt ones are corrected. A word stays after its last use.
create table listings.catalogue_terms (
  term text collate "C" primary key
);

-- Result of fetching the icon of a revision: the icon, or the reason for its absence.
create table listings.revision_icons (
  revision_id uuid primary key references listings.revisions,
  digest text references listings.icons,
  problem text,
  fetched_at timestamptz not null default platform.portal_now(),
  check ((digest is null) <> (problem is null))
);

-- Every run of the checks against a listed Drive, each bound to the one before by its digest.
create table listings.conformance_runs (
  drive_id uuid not null references listings.listings,
  seq integer not null check (seq >= 1),
  ran_at timestamptz not null,
  ok boolean not null,
  body text not null,
  previous text,
  digest text not null,
  -- Which submission a run of the checks belongs to, as a column: runs of earlier releases do not have it in their
  -- bodies, which are bound by their digests, and so counted for the badge of the live Drive. The verdict of a submission and
  -- its run were written in one transaction with the same instant, so the instant distinguishes them.
  submission_id uuid references listings.submissions,
  -- By check, the call that showed what it is about: request and first bytes of the answer, secrets masked.
  calls jsonb not null default '{}',
  primary key (drive_id, seq),
  constraint conformance_runs_digest check (digest = encode(sha256(convert_to(coalesce(previous, '') || body, 'UTF8'::name)), 'hex')),
  constraint conformance_runs_first check ((seq = 1) = (previous is null)),
  -- Their badges may be of a mere submission: the newest run that counts gives their status until the next
  -- poll, which runs all checks again.
  constraint conformance_runs_submission check ((body::jsonb ->> 'submission') is null
    or ((body::jsonb ->> 'submission')::uuid) = submission_id)
);
create index conformance_runs_days on listings.conformance_runs (drive_id, ran_at);
create index conformance_runs_old on listings.conformance_runs (ran_at) where submission_id is null;
create trigger chain before insert on listings.conformance_runs for each row
  execute function listings.conformance_chain();

create table listings.review_judgements (
  seq bigint generated always as identity primary key,
  submission_id uuid not null references listings.submissions,
  digest text not null,
  round integer not null,
  criteria_version integer not null,
  criterion text not null,
  verdict text not null check (verdict in ('pass', 'fail', 'needs_change', 'not_applicable')),
  note text not null default '' check (char_length(note) <= 2000),
  judged_by uuid not null,
  judged_by_name text not null,
  judged_at timestamptz not null default platform.portal_now(),
  constraint review_judgements_note check ((verdict in ('pass', 'not_applicable')) or char_length(note) >= 10),
  foreign key (criteria_version, criterion) references listings.review_criteria
);
create index review_judgements_of on listings.review_judgements (submission_id, criterion, seq desc);
create trigger belongs before insert on listings.review_judgements for each row
  execute function listings.judgement_belongs();

create table listings.review_exceptions (
  id uuid primary key,
  approval_id uuid not null unique references approvals.approvals,
  drive_id uuid not null references listings.listings,
  submission_id uuid not null references listings.submissions,
  criterion text not null,
  check_id text not null check (char_length(check_id) <= 20),
  ends_at timestamptz not null,
  made_at timestamptz not null default platform.portal_now(),
  ended_by uuid,
  ended_by_name text,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) <= 4000),
  check ((ended_by is null) = (ended_at is null) and (ended_by is null) = (ended_by_name is null)
    and (ended_by is null) = (end_reason is null)),
  constraint review_exceptions_end check (ends_at > made_at and ends_at <= (made_at + '366 days'::interval))
);
create index review_exceptions_of on listings.review_exceptions (drive_id, made_at);
create trigger by_approval before insert on listings.review_exceptions for each row
  execute function approvals.enacts('review_exception', 'drive_id', 'submission_id', 'criterion', 'check_id', 'ends_at');

-- How a listing ends: announced with dates, or removed at once by two people.
create table listings.deprecations (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  reason text not null check (length(reason) between 10 and 4000),
  announced_by uuid,
  announced_by_name text not null,
  announced_at timestamptz not null default platform.portal_now(),
  closes_at timestamptz not null,
  retires_at timestamptz not null,
  closed_at timestamptz,
  retired_at timestamptz,
  withdrawn_at timestamptz,
  check (closed_at >= closes_at),
  check (retired_at is null or retired_at >= retires_at and closed_at is not null),
  constraint deprecations_notice check (closes_at >= announced_at and retires_at >= closes_at
    and retires_at >= (announced_at + '90 days'::interval)),
  constraint deprecations_withdrawn check (withdrawn_at is null or closed_at is null)
);
create unique index deprecations_one_open on listings.deprecations (drive_id) where withdrawn_at is null and retired_at is null;

create table listings.removals (
  id uuid primary key,
  approval_id uuid not null unique references approvals.approvals,
  drive_id uuid not null references listings.listings,
  reason_code text not null
    check (reason_code in ('malicious', 'data_breach', 'legal_order', 'agreement_breached', 'abandoned')),
  removed_at timestamptz not null default platform.portal_now()
);
create trigger by_approval before insert on listings.removals for each row
  execute function approvals.enacts('removal', 'drive_id', 'reason_code');

-- Prices of a published manifest's own plans, stored under ids that bills can name.
create table listings.plan_prices (
  id uuid primary key default gen_random_uuid(),
  revision_id uuid not null references listings.revisions,
  plan text not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount_minor bigint not null check (amount_minor between 0 and '1000000000000'::bigint),
  created_at timestamptz not null default platform.portal_now(),
  constraint plan_prices_once unique (revision_id, plan)
);

-- Files of authors as evidence of their manifests' claims about regulated data.
create table listings.evidence (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  claim text not null check (char_length(claim) between 1 and 200),
  file_name text not null check (char_length(file_name) between 1 and 200),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  sha256 text not null,
  content bytea not null,
  valid_until timestamptz not null,
  uploaded_by uuid not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null default platform.portal_now(),
  ended_how text check (ended_how in ('replaced', 'withdrawn', 'rejected')),
  ended_by uuid,
  ended_by_name text,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) between 20 and 4000),
  check ((end_reason is not null) = (ended_how is not distinct from 'rejected')),
  check ((ended_how is null) = (ended_by is null) and (ended_how is null) = (ended_by_name is null)
    and (ended_how is null) = (ended_at is null)),
  constraint evidence_end check (valid_until > uploaded_at and valid_until <= (uploaded_at + '1100 days'::interval)),
  constraint evidence_is_what_it_says check (octet_length(content) = size_bytes
    and sha256 = encode(sha256(content), 'hex'))
);
-- The files are compressed already.
create unique index evidence_current on listings.evidence (drive_id, claim) where ended_at is null;
create index evidence_due on listings.evidence (valid_until) where ended_at is null;
create index evidence_of on listings.evidence (drive_id, uploaded_at);
create trigger frozen before update on listings.evidence for each row when (old.ended_at is not null
    or (new.id, new.drive_id, new.claim, new.file_name, new.media_type, new.size_bytes, new.sha256, new.content, new.valid_until, new.uploaded_by, new.uploaded_by_name, new.uploaded_at)
      is distinct from (old.id, old.drive_id, old.claim, old.file_name, old.media_type, old.size_bytes, old.sha256, old.content, old.valid_until, old.uploaded_by, old.uploaded_by_name, old.uploaded_at))
  execute function platform.refuse_decided();

-- Reviewers who read a file and accepted its claim until a day: one, and a second one for regulated tenants.
create table listings.evidence_acceptances (
  evidence_id uuid not null references listings.evidence,
  accepted_by uuid not null,
  accepted_by_name text not null,
  accepted_at timestamptz not null default platform.portal_now(),
  accepted_until timestamptz not null,
  primary key (evidence_id, accepted_by, accepted_at)
);
create trigger in_force before insert on listings.evidence_acceptances for each row
  execute function listings.evidence_accepted();

create table listings.evidence_notices (
  evidence_id uuid not null references listings.evidence,
  kind text not null check (kind in ('60_days', '30_days', '7_days', 'expired')),
  -- Of the acceptance, else of the file.
  valid_until timestamptz not null,
  noticed_at timestamptz not null,
  primary key (evidence_id, kind, valid_until)
);

-- Addresses under which an author lets others read the report of a submission. One at a time, and for a while.
create table listings.report_links (
  submission_id uuid primary key references listings.submissions,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  shared_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > shared_at)
);

-- digest: the known list since confirmed_at. pending: a changed list and since when; judged after a while.
-- next_read_at and read_at by the wall clock, the others in business time.
create table listings.subprocessor_lists (
  drive_id uuid primary key references listings.listings,
  url text not null,
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz,
  pending_digest text check (pending_digest ~ '^[0-9a-f]{64}$'),
  pending_since timestamptz,
  -- Lines of the known and the pending list.
  entries jsonb check (jsonb_typeof(entries) = 'array'),
  pending_entries jsonb check (jsonb_typeof(pending_entries) = 'array'),
  etag text check (length(etag) <= 200),
  read_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  next_read_at timestamptz not null default clock_timestamp(),
  check ((digest is null) = (confirmed_at is null)),
  check ((pending_digest is null) = (pending_since is null)),
  check (pending_digest is null or digest is not null)
);
create index subprocessor_lists_due on listings.subprocessor_lists (next_read_at);

-- Evidence: what changed, between which two moments, and whether the Drive had announced it.
create table listings.subprocessor_changes (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  url text not null,
  digest_before text not null check (digest_before ~ '^[0-9a-f]{64}$'),
  digest_after text not null check (digest_after ~ '^[0-9a-f]{64}$'),
  seen_before_at timestamptz not null,
  noticed_at timestamptz not null,
  judged_at timestamptz not null,
  outcome text not null check (outcome in ('announced', 'unannounced', 'nobody_to_tell')),
  check (noticed_at >= seen_before_at),
  check (judged_at >= noticed_at),
  check (digest_before <> digest_after),
  -- Lines that are new and that are gone; null: the earlier list was not kept.
  added text[],
  removed text[],
  constraint subprocessor_changes_difference check ((added is null) = (removed is null))
);
create index subprocessor_changes_of on listings.subprocessor_changes (drive_id, noticed_at desc);

-- Every move of a listing with who made it and why: the notice to its author, and its state at any instant. Moves of
-- before are taken from the audit log; a first publication from the publications.
create table listings.state_changes (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  from_state text not null,
  to_state text not null,
  changed_at timestamptz not null,
  changed_by text not null check (changed_by in ('author', 'staff', 'portal')),
  reason text,
  constraint state_changes_moved check (from_state <> to_state)
);
create index state_changes_of_drive on listings.state_changes (drive_id, changed_at, id);

-- The author's notes to the reviewer of a submission: why each permission is needed, how to try it, whom to ask.
create table listings.submission_notes (
  submission_id uuid primary key references listings.submissions,
  permission_reasons jsonb not null default '{}'
    check (jsonb_typeof(permission_reasons) = 'object' and octet_length(permission_reasons::text) <= 262144),
  test_notes text not null default '' check (char_length(test_notes) <= 4000),
  contact text not null default '' check (char_length(contact) <= 254),
  written_by uuid,
  written_by_name text not null,
  written_at timestamptz not null default platform.portal_now()
);
create trigger of_open before insert or update on listings.submission_notes for each row
  execute function listings.submission_notes_open();

-- A reviewer has the checks of a case run again; judgements on changed evidence have to be made again.
create table listings.review_rechecks (
  id uuid primary key,
  submission_id uuid not null references listings.submissions,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null default platform.portal_now(),
  ended_at timestamptz,
  outcome text check (outcome in ('passed', 'failed', 'other_manifest', 'dropped')),
  reopened text[] not null default '{}',
  -- Checks that have run so far.
  checked integer not null default 0,
  judged_up_to bigint,
  constraint review_rechecks_ended check ((ended_at is null) = (outcome is null)),
  constraint review_rechecks_reopened check (cardinality(reopened) = 0 or judged_up_to is not null)
);
create index review_rechecks_of on listings.review_rechecks (submission_id, asked_at);
create unique index review_rechecks_one_open on listings.review_rechecks (submission_id) where ended_at is null;
create trigger frozen before update on listings.review_rechecks for each row when (old.ended_at is not null)
  execute function platform.refuse_decided();

-- The versions of the Drive contract. One ends at least six months after it is deprecated; the end only moves later.
create table listings.contract_versions (
  major integer primary key check (major > 0),
  flat text not null unique,
  structured text not null unique,
  schema_version integer not null check (schema_version > 0),
  released_at timestamptz not null,
  deprecated_at timestamptz,
  sunset_at timestamptz,
  constraint contract_versions_dates check ((deprecated_at is null) = (sunset_at is null) and deprecated_at >= released_at),
  constraint contract_versions_six_months check (
    sunset_at at time zone 'UTC' >= (deprecated_at at time zone 'UTC') + interval '6 months')
);
create trigger set_once before update on listings.contract_versions for each row
  execute function platform.keep_once_set('major', 'flat', 'structured', 'schema_version', 'released_at', 'deprecated_at');

-- Notices to the author of a Drive about the end of its declared contract version; a new date is announced again.
create table listings.sunset_notices (
  drive_id uuid not null references listings.listings,
  major integer not null references listings.contract_versions,
  sunset_at timestamptz not null,
  kind text not null check (kind in ('180_days', '30_days', '7_days', 'ended')),
  noticed_at timestamptz not null,
  primary key (drive_id, major, sunset_at, kind)
);

-- A refused submission or a removal is appealed once, and nobody who had a part in it decides on the appeal.
create table listings.appeals (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  org_id uuid not null,
  submission_id uuid references listings.submissions,
  removal_id uuid references listings.removals,
  state text not null default 'open' check (state in ('open', 'granted', 'dismissed', 'withdrawn', 'superseded')),
  text text not null check (char_length(text) between 20 and 4000),
  filed_by uuid not null,
  filed_by_name text not null,
  filed_at timestamptz not null default platform.portal_now(),
  judges uuid[] not null check (cardinality(judges) > 0),
  decided_by uuid,
  decided_by_name text,
  decision_text text check (char_length(decision_text) between 20 and 4000),
  ended_at timestamptz,
  constraint appeals_ended check ((state = 'open') = (ended_at is null)
    and (state in ('granted', 'dismissed')) = (decided_by is not null)
    and (num_nonnulls(decided_by, decided_by_name, decision_text) in (0, 3))),
  constraint appeals_of_one_decision check (num_nonnulls(submission_id, removal_id) = 1),
  constraint appeals_other_person check (decided_by <> all (judges))
);
create index appeals_of_drive on listings.appeals (drive_id);
create unique index appeals_once_of_submission on listings.appeals (submission_id);
create unique index appeals_once_of_removal on listings.appeals (removal_id);
create index appeals_open on listings.appeals (filed_at, id) where state = 'open';
create trigger frozen before update on listings.appeals for each row when (old.state <> 'open'
    or (new.id, new.drive_id, new.org_id, new.submission_id, new.removal_id, new.text, new.filed_by, new.filed_by_name, new.filed_at, new.judges)
      is distinct from (old.id, old.drive_id, old.org_id, old.submission_id, old.removal_id, old.text, old.filed_by, old.filed_by_name, old.filed_at, old.judges))
  execute function platform.refuse_decided();
create trigger claimed after update on listings.appeals for each row when (new.decided_by is not null)
  execute function approvals.claimed_first('id', 'decided_by');
create trigger of_refusal before insert or update on listings.appeals for each row
  execute function listings.appeal_of_refusal();

-- Pictures of authors, decoded and written anew. They are public once content that shows them was approved.
create table listings.pictures (
  drive_id uuid not null,
  org_id uuid not null,
  digest text not null,
  width integer not null check (width between 1 and 1920),
  height integer not null check (height between 1 and 1200),
  content bytea not null check (octet_length(content) between 1 and 4194304),
  uploaded_at timestamptz not null default platform.portal_now(),
  primary key (drive_id, digest),
  constraint pictures_digest check (digest = encode(sha256(content), 'hex'))
);
create index pictures_digest on listings.pictures (digest);
create index pictures_org on listings.pictures (org_id);

-- What an author says about a Drive beside its manifest, version by version: description, pictures, links, and what versions
-- of the Drive change. One version is open at a time; the one that was approved last is live.
create table listings.contents (
  id uuid primary key,
  drive_id uuid not null,
  org_id uuid not null,
  state text not null default 'draft' check (state in ('draft', 'in_review', 'changes_requested', 'approved', 'withdrawn')),
  revision integer not null default 1 check (revision >= 1),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 262144),
  written_by_name text not null,
  written_at timestamptz not null default platform.portal_now(),
  waiting_since timestamptz,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text check (char_length(reason) <= 4000),
  constraint contents_decided check (num_nonnulls(decided_by, decided_by_name, decided_at, reason)
    = case when state in ('approved', 'changes_requested') then 4 else 0 end),
  constraint contents_waiting check (state in ('draft', 'withdrawn') or waiting_since is not null)
);
create unique index contents_one_open on listings.contents (drive_id) where state in ('draft', 'in_review');
create index contents_of on listings.contents (drive_id, decided_at desc, id desc);
create index contents_queue on listings.contents (waiting_since, id) where state = 'in_review';
-- What waits for a reviewer stays as it is shown to them, and what ended as it was.
create trigger frozen before update on listings.contents for each row when (old.state not in ('draft', 'in_review')
    or (new.id, new.drive_id, new.org_id) is distinct from (old.id, old.drive_id, old.org_id)
    or (old.state, new.state) <> ('draft', 'draft') and (new.body, new.revision, new.written_by_name, new.written_at)
      is distinct from (old.body, old.revision, old.written_by_name, old.written_at))
  execute function platform.refuse_decided('what is reviewed');
create trigger state_order before insert or update of state on listings.contents for each row
  execute function platform.keep_order('start > draft', 'draft > in_review withdrawn', 'in_review > approved changes_requested draft');

-- What anybody reports about a listed Drive; an address that they leave is kept until a reviewer has closed it.
create table listings.concerns (
  id uuid primary key,
  drive_id uuid not null references listings.listings,
  org_id uuid not null,
  kind text not null check (kind in ('security', 'privacy', 'misleading', 'billing', 'other')),
  text text not null check (char_length(text) between 20 and 2000),
  email text check (char_length(email) <= 254),
  reported_at timestamptz not null default platform.portal_now(),
  outcome text check (outcome in ('acted', 'no_action')),
  reason text check (char_length(reason) between 20 and 4000),
  ended_by uuid,
  ended_by_name text,
  ended_at timestamptz,
  constraint concerns_ended check (num_nonnulls(outcome, reason, ended_by, ended_by_name, ended_at) in (0, 5)
    and (ended_at is null or email is null))
);
create index concerns_of on listings.concerns (drive_id);
create index concerns_open on listings.concerns (reported_at, id) where ended_at is null;
create trigger claimed after update on listings.concerns for each row when (new.ended_by is not null)
  execute function approvals.claimed_first('id', 'ended_by');
create trigger frozen before update on listings.concerns for each row when (old.ended_at is not null
    or (new.id, new.drive_id, new.org_id, new.kind, new.text, new.reported_at)
      is distinct from (old.id, old.drive_id, old.org_id, old.kind, old.text, old.reported_at)
    or new.email is distinct from old.email and new.ended_at is null)
  execute function platform.refuse_decided();

alter table listings.listings add constraint listings_live_revision foreign key (drive_id, live_revision_id) references listings.revisions(drive_id, id);

alter table listings.evidence alter column content set storage external;
alter table listings.pictures alter column content set storage external;
