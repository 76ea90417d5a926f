create schema ledger;

-- Double entry kept by the database itself: whoever writes, with whatever code, cannot store a transaction that is out
-- of balance, half posted, changed afterwards, or booked twice.
create table ledger.currency (
  code text primary key check (code ~ '^[a-z]{3}$'),
  exponent smallint not null check (exponent between 0 and 3),
  charge_multiple integer not null default 1 check (charge_multiple > 0),
  payout_multiple integer not null default 1 check (payout_multiple > 0),
  min_charge bigint not null check (min_charge > 0),
  min_payout bigint not null check (min_payout > 0),
  constraint currency_multiples check ((min_charge % charge_multiple::bigint) = 0
    and (min_payout % payout_multiple::bigint) = 0)
);
-- Months and currencies are never removed or renamed, and triggers keep an invoice's, so what is true when it comes stays true.
create trigger renamed before update of code on ledger.currency for each row when (new.code <> old.code)
  execute function platform.refuse_change();

create table ledger.account_code (
  code text primary key check (code ~ '^[a-z_]+$'),
  kind text not null check (kind in ('asset', 'liability', 'revenue', 'expense')),
  owned boolean not null,
  floor bigint check (floor <= 0),
  live boolean not null,
  -- An account that is only passed through: each statement takes out what it puts in, so its balance is
  -- 0 before and after. Invoices put their authors' shares there, and one transaction for many invoices takes them out, with
  -- one leg per author instead of one per author and invoice.
  clears boolean not null default false,
  unique (code, owned),
  check (floor is null or live),
  -- The gauge of what is below its floor reads all balances of such a code.
  constraint account_code_floor_of_assets check (floor is null or not owned or kind in ('liability', 'revenue')),
  constraint account_code_clears check (not (clears and (owned or live)))
);

create table ledger.ledger_account (
  id bigint generated always as identity primary key,
  code text not null,
  owned boolean not null generated always as (owner_id <> '00000000-0000-0000-0000-000000000000'::uuid) stored,
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  currency text not null references ledger.currency,
  created_at timestamptz not null default platform.portal_now(),
  unique (code, owner_id, currency),
  unique (id, currency),
  constraint ledger_account_code_owned foreign key (code, owned) references ledger.account_code(code, owned)
);
create trigger open_balance after insert on ledger.ledger_account for each row execute function ledger.open_balance();

-- Possible postings: every kind of posting with the source it is made for, the form of its key, the accounts that it
-- moves, and who decides it. Nothing else is posted, whoever writes.
create table ledger.posting_kinds (
  kind text primary key check (kind ~ '^[a-z_]+$'),
  source_type text not null check (source_type ~ '^[a-z_]+$'),
  -- Where the source's row is, by its id; null: the source is a range of others.
  source_table text check (source_table ~ '^[a-z_]+[.][a-z_]+$'),
  -- `{source}` is replaced by the source's id, a single `*` for what only the event knows. Without `*`, one source has
  -- one posting.
  key_form text not null check (key_form ~ '^[a-z_:]*([{]source[}][a-z_:]*)?[*]?[a-z_:]*$' and key_form ~ '[*{]'),
  debits text[] not null check (debits <> '{}'),
  credits text[] not null check (credits <> '{}'),
  -- `portal`: follows from an event, no person decides; `person`: somebody of finance; `two_people`: one asks and
  -- another one approves, which `ledger.second_person` looks up in the source.
  decided_by text not null check (decided_by in ('portal', 'person', 'two_people'))
);

create table ledger.ledger_tx (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]+$'),
  idempotency_key text not null check (length(idempotency_key) between 3 and 255),
  source_type text not null,
  source_id text not null,
  effective_at timestamptz not null,
  period date not null generated always as (date_trunc('month', (effective_at at time zone 'UTC'))::date) stored,
  posted_at timestamptz not null default platform.portal_now(),
  reverses_tx_id bigint references ledger.ledger_tx,
  expected_entries integer not null check (expected_entries >= 2),
  constraint ledger_tx_idempotency_key unique (idempotency_key),
  constraint ledger_tx_reversed_once unique (reverses_tx_id)
);
create unique index ledger_tx_paid_once on ledger.ledger_tx (source_id) where kind = 'invoice_paid';
create index ledger_tx_source on ledger.ledger_tx (source_type, source_id);
create trigger period_open after insert on ledger.ledger_tx referencing new table as new_rows for each statement
  execute function ledger.period_open();
create trigger posting_allowed after insert on ledger.ledger_tx referencing new table as new_rows for each statement
  execute function ledger.posting_allowed();
create constraint trigger second_person after insert on ledger.ledger_tx deferrable initially deferred for each row when (new.kind in ('exception_written_off', 'payout_reserve', 'recovery_paid_otherwise', 'recovery_written_off', 'write_off'))
  execute function ledger.second_person();
create constraint trigger paid_by_host after insert on ledger.ledger_tx deferrable initially deferred for each row when (new.kind = 'invoice_paid')
  execute function ledger.paid_by_host();
create constraint trigger tx_has_entries after insert on ledger.ledger_tx deferrable initially deferred for each row
  execute function ledger.tx_has_entries();

-- Debit positive, credit negative. The second foreign key ties the currency of a leg to that of its account.
create table ledger.ledger_entry (
  tx_id bigint not null,
  seq integer not null check (seq > 0),
  account_id bigint not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  primary key (tx_id, seq)
);
create index ledger_entry_account on ledger.ledger_entry (account_id, tx_id, seq) include (amount);
create trigger accounts_allowed after insert on ledger.ledger_entry referencing new table as new_rows for each statement
  execute function ledger.accounts_allowed();
create trigger post_check after insert on ledger.ledger_entry referencing new table as new_rows for each statement
  execute function ledger.post_check();

create table ledger.account_balance (
  account_id bigint primary key references ledger.ledger_account,
  debits numeric(30,0) not null default 0 check (debits >= 0::numeric),
  credits numeric(30,0) not null default 0 check (credits >= 0::numeric),
  version bigint not null default 0,
  -- A column, so that PostgreSQL knows how few these are.
  in_debit boolean not null generated always as (debits > credits) stored
);
create index account_balance_in_debit on ledger.account_balance (account_id) where in_debit;
create trigger kept_by_triggers before insert or delete or update or truncate on ledger.account_balance for each statement
  execute function ledger.refuse_direct_change();

create table ledger.account_snapshot (
  account_id bigint not null references ledger.ledger_account,
  as_of_tx bigint not null,
  debits numeric(30,0) not null check (debits >= 0::numeric),
  credits numeric(30,0) not null check (credits >= 0::numeric),
  taken_at timestamptz not null default platform.portal_now(),
  primary key (account_id, as_of_tx)
);

create table ledger.closed_periods (
  period date primary key check (extract(day from period) = 1::numeric),
  as_of_tx bigint not null,
  closed_at timestamptz not null default platform.portal_now()
);
create trigger month_over before insert on ledger.closed_periods for each row
  when (platform.portal_now() < (new.period + interval '1 month') at time zone 'UTC') execute function platform.refuse_decided('a month that is not over');

create table ledger.seals (
  id bigint generated always as identity primary key,
  from_tx bigint not null unique,
  to_tx bigint not null unique,
  transactions bigint not null check (transactions > 0),
  previous bytea not null check (length(previous) = 32),
  sha256 bytea not null check (length(sha256) = 32),
  sealed_at timestamptz not null default platform.portal_now(),
  check (to_tx > from_tx)
);

-- Position up to which all seals were recomputed and found unbroken, so that a proof in between only computes later
-- ones. The checks are a chain themselves, written by this function alone: the product cannot claim one.
create table ledger.seal_checks (
  id bigint generated always as identity primary key,
  up_to_seal bigint not null check (up_to_seal >= 0),
  head bytea not null check (length(head) = 32),
  ok boolean not null,
  broken jsonb not null default '[]',
  previous bytea not null check (length(previous) = 32),
  sha256 bytea not null check (length(sha256) = 32),
  checked_at timestamptz not null default platform.portal_now(),
  check (ok = (broken = '[]'::jsonb))
);

-- A repeated key is compared with the posting, leg by leg; a digest of it is no longer needed.
create view ledger.booked_legs as
 select t.id as tx_id,
    t.idempotency_key as key,
    a.code,
    a.owner_id,
    e.currency,
    e.amount
   from ledger.ledger_tx t
     join ledger.ledger_entry e on e.tx_id = t.id
     join ledger.ledger_account a on a.id = e.account_id;
