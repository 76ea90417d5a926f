create schema statements;

-- A seal of the statements of a month that became final together. Others of the month, whose payouts were neither settled
-- nor given up, wait for a later seal; so many did when this one was made. salt_key blinds the leaves towards other authors; a
-- reader of this database can read the lines anyway.
create table statements.months (
  seq integer primary key check (seq > 0),
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  run_id uuid not null,
  after_tx bigint not null,
  cutoff_tx bigint not null,
  sealed_tx bigint not null,
  size integer not null check (size >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  tree_root text not null check (tree_root ~ '^[0-9a-f]{64}$'),
  previous_root text not null check (previous_root ~ '^[0-9a-f]{64}$'),
  root text not null unique check (root ~ '^[0-9a-f]{64}$'),
  salt_key bytea not null check (length(salt_key) = 32),
  sealed_at timestamptz not null default platform.portal_now(),
  check (cutoff_tx >= after_tx),
  check (sealed_tx >= cutoff_tx)
);
create trigger chained before insert on statements.months for each row execute function statements.month_chained();

-- facts: facts at the seal of the month that may change later: names, words, outcome.
create table statements.statements (
  id uuid primary key,
  seal integer not null references statements.months,
  month text not null,
  run_id uuid not null,
  org_id uuid not null,
  currency text not null,
  payout_id uuid unique,
  position integer not null check ("position" >= 0),
  statement_root text not null check (statement_root ~ '^[0-9a-f]{64}$'),
  facts jsonb not null,
  constraint statements_one_per_author unique (run_id, org_id, currency),
  constraint statements_one_per_place unique (seal, "position")
);
create index statements_org on statements.statements (org_id, month);

create table statements.tax_profiles (
  org_id uuid not null,
  version integer not null check (version > 0),
  legal_name text not null check (length(legal_name) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text check (length(tax_id) between 2 and 40),
  vat_id text check (length(vat_id) between 4 and 20),
  vat_treatment text not null check (vat_treatment in ('not_registered', 'reverse_charge', 'exempt')),
  self_billing_consent boolean not null,
  saved_by uuid,
  saved_by_name text not null,
  saved_at timestamptz not null default platform.portal_now(),
  primary key (org_id, version),
  constraint tax_profiles_reverse_charge check (vat_treatment <> 'reverse_charge' or vat_id is not null)
);

-- Invoices over what a statement says was paid for, and correctives of earlier ones: one of each per statement at most.
create table statements.self_billing_invoices (
  org_id uuid not null,
  seq integer not null check (seq > 0),
  number text not null unique,
  statement_id uuid not null references statements.statements,
  kind text not null check (kind in ('invoice', 'corrective')),
  profile_version integer not null,
  issued_at timestamptz not null default platform.portal_now(),
  primary key (org_id, seq),
  unique (statement_id, kind),
  foreign key (org_id, profile_version) references statements.tax_profiles
);
create trigger number_follows before insert on statements.self_billing_invoices for each row
  execute function statements.number_follows();

create table statements.exports (
  id uuid primary key,
  kind text not null
    check (kind in ('journal', 'invoices', 'payouts', 'statements', 'authors_by_quarter', 'refunds', 'credit_notes', 'disputes', 'invoice_list', 'months', 'exceptions', 'prices', 'ledger_entries', 'payout_runs', 'run_lines', 'holds', 'approvals', 'policies')),
  format text not null check (format in ('csv', 'json', 'pdf')),
  month text check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  rows_done bigint not null default 0 check (rows_done >= 0),
  rows_total bigint,
  bytes bigint not null default 0,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  problem text,
  requested_by uuid,
  requested_by_name text not null,
  created_at timestamptz not null default platform.portal_now(),
  finished_at timestamptz,
  filter jsonb not null default '{}',
  is_test boolean not null default false,
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'done') = (sha256 is not null)),
  constraint exports_filter_object check (jsonb_typeof(filter) = 'object'),
  constraint exports_month_or_filter check ( case when kind in ('journal', 'invoices', 'payouts', 'statements', 'authors_by_quarter') then month is not null
    and filter = '{}'::jsonb else month is null end)
);

create table statements.export_parts (
  export_id uuid not null references statements.exports on delete cascade,
  n integer not null check (n > 0),
  body bytea not null,
  primary key (export_id, n)
);

-- Level 0 are the statements themselves, and the last level is the seal's tree_root; neither is stored here again.
create table statements.tree_nodes (
  seal integer not null references statements.months,
  level smallint not null check (level between 1 and 30),
  position integer not null check ("position" >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (seal, level, "position")
);

-- Statements are sealed in batches: the finished ones are stored here until all of the seal become final at once. waiting:
-- those of the month that are left for a later seal, as `author currency`.
create table statements.sealings (
  run_id uuid primary key,
  sealed_tx bigint not null,
  waiting text[] not null default '{}',
  salt_key bytea not null check (length(salt_key) = 32),
  started_at timestamptz not null default platform.portal_now()
);

create table statements.made (
  run_id uuid not null references statements.sealings on delete cascade,
  org_id uuid not null,
  currency text not null,
  id uuid not null,
  payout_id uuid,
  statement_root text not null check (statement_root ~ '^[0-9a-f]{64}$'),
  facts jsonb not null,
  profile_version integer,
  primary key (run_id, org_id, currency),
  check ((profile_version is null) = (coalesce(facts ->> 'self_billing_number', facts ->> 'corrective_number') is null))
);

-- Sealed statements that, recomposed from lines and bookings, differ from the seal: recorded by the first read of one.
create table statements.alterations (
  run_id uuid not null,
  org_id uuid not null,
  currency text not null references ledger.currency,
  found_at timestamptz not null default platform.portal_now(),
  primary key (run_id, org_id, currency)
);
