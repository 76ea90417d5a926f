create schema reconciliation;

-- Our own bank account, for movements between it and the provider: top-ups and the platform's own payouts.
create table reconciliation.runs (
  id uuid primary key,
  state text not null check (state in ('running', 'done', 'failed')),
  requested_by text not null,
  started_at timestamptz not null default platform.portal_now(),
  finished_at timestamptz,
  failure text,
  movements integer not null default 0,
  matched integer not null default 0,
  opened integer not null default 0,
  equalities jsonb not null default '[]',
  check ((state = 'running') = (finished_at is null)),
  check ((state = 'failed') = (failure is not null))
);
create unique index runs_one_at_a_time on reconciliation.runs ((true)) where state = 'running';
create index runs_started on reconciliation.runs (started_at);
create trigger frozen before update on reconciliation.runs for each row when (old.state <> 'running')
  execute function platform.refuse_decided();
create trigger starts before insert on reconciliation.runs for each row when (new.state <> 'running')
  execute function platform.keep_order('start > running');

-- The provider's own list of movements of our balance, as first fetched.
create table reconciliation.provider_balance_tx (
  id text primary key,
  type text not null,
  source_id text,
  source_group text,
  source_metadata jsonb not null default '{}',
  -- Ids of other objects that the object names: of a dispute its charge, of a reversal its transfer.
  related text[] not null default '{}',
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  description text,
  created_at timestamptz not null,
  available_at timestamptz not null,
  seen_at timestamptz not null default platform.portal_now(),
  check (net = (amount - fee))
);
create index provider_balance_tx_created on reconciliation.provider_balance_tx (created_at);
create index provider_balance_tx_type on reconciliation.provider_balance_tx (type);
create index provider_balance_tx_source on reconciliation.provider_balance_tx (source_id);

-- One posting matches one movement: a transaction of the ledger is matched once. Without a movement, two
-- postings explain each other (a wrong one and its correction).
create table reconciliation.matches (
  ledger_tx_id bigint primary key,
  balance_tx_id text references reconciliation.provider_balance_tx,
  matched_at timestamptz not null default platform.portal_now()
);
create index matches_balance_tx on reconciliation.matches (balance_tx_id);

create table reconciliation.items (
  id uuid primary key,
  ref text not null,
  kind text not null,
  currency text not null,
  amount bigint not null,
  suspense bigint not null default 0,
  blocking boolean not null,
  occurred_at timestamptz not null,
  detail text not null,
  facts jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'explained', 'closed')),
  owner_id uuid,
  owner_name text,
  -- Of the write-off that closed it.
  approval_id uuid references approvals.approvals,
  opened_at timestamptz not null default platform.portal_now(),
  closed_at timestamptz,
  close_reason text,
  check ((owner_id is null) = (owner_name is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (close_reason is not null)),
  constraint items_money_is_posted check (state <> 'closed' or suspense = 0 or approval_id is not null),
  constraint items_written_off_closed check (approval_id is null or state = 'closed')
);
create unique index items_one_open on reconciliation.items (ref) where state <> 'closed';
create index items_opened on reconciliation.items (opened_at, id);
create trigger amount_changed after update on reconciliation.items for each row
  when (new.state <> 'closed' and (new.amount, new.suspense) is distinct from (old.amount, old.suspense))
  execute function approvals.subject_ended('The amount has changed.', 'exception_write_off');
create trigger approvals_end after update of state on reconciliation.items for each row when (new.state = 'closed')
  execute function approvals.subject_ended('The exception was closed.', 'exception_write_off');
create trigger by_approval before insert or update of approval_id on reconciliation.items for each row when (new.approval_id is not null)
  execute function approvals.enacts('exception_write_off', 'id', 'currency', 'amount', 'suspense');
create trigger frozen before update on reconciliation.items for each row when (old.state = 'closed')
  execute function platform.refuse_decided('an item that is closed');

create table reconciliation.item_history (
  id uuid primary key,
  item_id uuid not null references reconciliation.items,
  what text not null check (what in ('opened', 'assigned', 'released', 'note', 'explained', 'closed')),
  by_id uuid,
  by_name text not null,
  text text,
  at timestamptz not null default platform.portal_now()
);
create index item_history_item on reconciliation.item_history (item_id, at);
