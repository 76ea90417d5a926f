create schema payouts;

create table payouts.payout_accounts (
  id uuid primary key,
  org_id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  provider_account_id text unique,
  state text not null check (state in ('creating', 'incomplete', 'verifying', 'ready', 'rejected', 'closed')),
  requirements jsonb not null default '[]',
  checked_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  -- A new account is set up while the old one is in use; from the moment it takes over it is not paid to until
  -- usable_from.
  active boolean not null default true,
  usable_from timestamptz,
  replaces uuid references payouts.payout_accounts,
  closed_at timestamptz,
  -- When each account's bank was queried, for a rotation; and the conversion of a transfer in a currency that the
  -- author's account does not keep. Evidence: the amount due is in the currency that the tenant paid.
  bank_asked_at timestamptz,
  -- The bank account behind it as the provider shows it, and since when.
  bank jsonb,
  bank_since timestamptz,
  check (state = 'creating' or provider_account_id is not null),
  check (not (active and state = 'closed'))
);
create unique index payout_accounts_one_active on payouts.payout_accounts (org_id) where active;
create index payout_accounts_bank on payouts.payout_accounts ((bank ->> 'fingerprint')) where active;
create unique index payout_accounts_one_successor on payouts.payout_accounts (org_id) where not active
  and state <> 'closed';
create trigger moves before update of state on payouts.payout_accounts for each row
  execute function platform.keep_order('creating > incomplete verifying ready rejected closed', 'incomplete > verifying ready rejected closed', 'verifying > incomplete ready rejected closed', 'ready > incomplete verifying rejected closed', 'rejected > incomplete verifying ready closed');
-- The destination of payouts changes only by a new account in addition to the old one, which waits (usable_from).
create trigger rests before insert or update of active, usable_from on payouts.payout_accounts for each row when (new.active)
  execute function payouts.account_rests();
create trigger starts before insert on payouts.payout_accounts for each row when (new.state <> 'creating' and current_user in ('portal_app', 'portal_caller'))
  execute function platform.keep_order('start > creating');
create trigger pinned before update on payouts.payout_accounts for each row
  execute function platform.keep_once_set('id', 'org_id', 'country', 'provider_account_id', 'created_at', 'replaces', 'usable_from', 'closed_at');

create table payouts.payout_runs (
  id uuid primary key,
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  state text not null
    check (state in ('draft', 'computing', 'computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled')),
  paused boolean not null default false,
  pause_reason text,
  cutoff_tx bigint,
  input_hash text check (input_hash ~ '^[0-9a-f]{64}$'),
  prepared_by uuid not null,
  prepared_by_name text not null,
  prepared_at timestamptz not null default platform.portal_now(),
  approved_at timestamptz,
  executed_at timestamptz,
  executed_by uuid,
  settled_at timestamptz,
  computation integer not null default 0,
  approvals_needed integer not null default 1 check (approvals_needed between 1 and 10),
  paused_currencies jsonb not null default '{}',
  check ((state in ('draft', 'computing', 'cancelled')) or cutoff_tx is not null and input_hash is not null)
);
-- Two runs that are not sent yet would both count the same balances.
-- In this order: of a month that has an open run already, it is the month that is refused.
create unique index payout_runs_one_per_month on payouts.payout_runs (month) where state <> 'cancelled';
create unique index payout_runs_one_open on payouts.payout_runs ((true)) where state in ('draft', 'computing', 'computed', 'approved');
create trigger set_once before update on payouts.payout_runs for each row
  execute function platform.keep_once_set('approved_at', 'executed_at', 'executed_by');
create trigger own_preparer before insert or update of prepared_by on payouts.payout_runs for each row
  when (current_user in ('portal_app', 'portal_caller') and coalesce(current_setting('portal.actor', true), '') not in ('nobody', new.prepared_by::text))
  execute function platform.refuse_decided('who prepared a run');
create trigger run_check before update on payouts.payout_runs for each row execute function payouts.run_check();
create trigger state_order before insert or update of state on payouts.payout_runs for each row
  execute function platform.keep_order('start > draft', 'draft > computing cancelled', 'computing > computed draft cancelled', 'computed > draft approved cancelled', 'approved > executing cancelled', 'executing > settled partially_failed', 'partially_failed > executing');

create table payouts.payout_approvals (
  run_id uuid not null references payouts.payout_runs,
  user_id uuid not null,
  user_name text not null,
  input_hash text not null,
  approved_at timestamptz not null default platform.portal_now(),
  computation integer not null,
  primary key (run_id, computation, user_id)
);
create trigger approval_check before insert on payouts.payout_approvals for each row
  execute function payouts.approval_check();

create table payouts.payouts (
  id uuid primary key,
  run_id uuid not null references payouts.payout_runs,
  org_id uuid not null,
  currency text not null,
  balance bigint not null,
  amount bigint not null check (amount >= 0),
  carry bigint not null,
  state text not null
    check (state in ('computed', 'reserved', 'sending', 'settled', 'failed', 'carried', 'cancelled')),
  reason text not null,
  payout_account_id uuid references payouts.payout_accounts,
  provider_account_id text,
  transfer_group text not null unique,
  failure text,
  settled_at timestamptz,
  held bigint not null default 0 check (held >= 0),
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  failure_code text,
  retries integer not null default 0 check (retries >= 0),
  -- Anomalies of a payout that have to be decided before its run is approved; empty unless the policy said so when
  -- the run was computed. Frozen with the payout.
  to_decide text[] not null default '{}',
  -- By finance: a failed payout that is not tried again. A later run that is executed gives it up as well.
  given_up_at timestamptz,
  unique (run_id, org_id, currency),
  check (amount = 0 or provider_account_id is not null),
  check (state <> 'carried' or amount = 0 or failure is not null),
  constraint payouts_given_up_failed check (given_up_at is null or (state = 'carried' and failure is not null)),
  constraint payouts_nothing_lost check (balance = (amount + carry + held))
);
create index payouts_failed on payouts.payouts (run_id) where failure is not null;
create index payouts_open on payouts.payouts (run_id) where state in ('computed', 'reserved', 'sending');
create index payouts_org on payouts.payouts (org_id, run_id);
create trigger fit after insert on payouts.payouts referencing new table as new_rows for each statement
  when (current_user in ('portal_app', 'portal_caller')) execute function payouts.payouts_fit();
create trigger kept before truncate on payouts.payouts for each statement execute function platform.refuse_change();
create trigger kept_rows before delete on payouts.payouts for each row
  execute function payouts.payout_removal_check();
create trigger payout_check before update on payouts.payouts for each row execute function payouts.payout_check();
create trigger starts before insert on payouts.payouts for each row when (new.state <> 'computed')
  execute function platform.keep_order('start > computed');
create trigger state_order before update of state on payouts.payouts for each row
  execute function platform.keep_order('computed > reserved carried cancelled', 'reserved > sending carried cancelled', 'sending > settled carried', 'carried > reserved cancelled');

-- Why authors were not paid, or not everything, on a pay day: as computed (nth 0), and each failed attempt.
create table payouts.unpaid_notes (
  run_id uuid not null references payouts.payout_runs,
  computation integer not null,
  org_id uuid not null,
  currency text not null,
  nth integer not null check (nth >= 0),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  noted_at timestamptz not null default platform.portal_now(),
  primary key (run_id, computation, org_id, currency, nth)
);
create index unpaid_notes_org on payouts.unpaid_notes (org_id, run_id);

-- first_sent_at is business time: it runs at least as fast as the wall, and with the processor's clock in a sandbox.
create table payouts.payout_attempts (
  payout_id uuid not null references payouts.payouts,
  n integer not null check (n > 0),
  idempotency_key text not null unique,
  body_hash text not null,
  state text not null check (state in ('sending', 'unknown', 'accepted', 'rejected', 'void')),
  first_sent_at timestamptz not null default platform.portal_now(),
  touched_at timestamptz not null default clock_timestamp(),
  transfer_id text unique,
  answer text,
  -- Leases are wall time, as they guard against workers and not against the processor's memory of keys.
  lease_owner uuid,
  lease_delivery uuid,
  lease_until timestamptz,
  balance_transaction_id text,
  destination_payment_id text,
  primary key (payout_id, n),
  check ((state = 'accepted') = (transfer_id is not null))
);
create index payout_attempts_destination on payouts.payout_attempts (destination_payment_id) where destination_payment_id is not null;
create unique index payout_attempts_one_live on payouts.payout_attempts (payout_id) where state in ('sending', 'unknown', 'accepted');
-- Attempts with an unknown outcome are few among all of them, and are reported to operators all the time.
create index payout_attempts_unknown on payouts.payout_attempts (touched_at) where state = 'unknown';
create trigger reconciled before insert on payouts.payout_attempts for each row
  execute function payouts.attempt_is_reconciled();
create trigger moves before insert or update of state on payouts.payout_attempts for each row
  execute function platform.keep_order('start > sending', 'sending > unknown accepted rejected void', 'unknown > accepted rejected void');
create trigger pinned before update on payouts.payout_attempts for each row
  execute function platform.keep_once_set('payout_id', 'n', 'idempotency_key', 'body_hash', 'first_sent_at', 'transfer_id', 'balance_transaction_id', 'destination_payment_id');

-- Holds, rounds of a run's preparation, several approvers, leases of attempts, the swap of an account, the bank leg.
create table payouts.payout_holds (
  id uuid primary key,
  org_id uuid not null,
  kind text not null check (kind in ('review', 'dispute_rate', 'tax', 'manual')),
  basis_points integer not null check (basis_points between 1 and 10000),
  window_months integer check (window_months between 1 and 24),
  reason text not null check (length(reason) between 3 and 500),
  automatic boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz,
  made_by uuid,
  made_by_name text not null,
  ended_by uuid,
  ended_by_name text,
  end_reason text,
  created_at timestamptz not null default platform.portal_now(),
  -- When everything that a hold keeps was released: also amounts that it takes afterwards, from a run that was prepared
  -- before.
  released_at timestamptz,
  -- The idempotency key of the request that made it: never two for an author under one key (decision 11).
  request_key text default nullif(current_setting('portal.request_key', true), ''),
  check (ends_at is null or ends_at >= starts_at)
);
create unique index payout_holds_request_key on payouts.payout_holds (request_key, org_id);
create unique index payout_holds_one_automatic on payouts.payout_holds (org_id) where automatic and ends_at is null;
create index payout_holds_org on payouts.payout_holds (org_id, starts_at);
create trigger set_once before update on payouts.payout_holds for each row
  execute function platform.keep_once_set('released_at');
create constraint trigger released after update of released_at on payouts.payout_holds deferrable initially deferred for each row
  when (new.released_at is not null) execute function payouts.hold_is_released();
create trigger hold_check before update on payouts.payout_holds for each row execute function payouts.hold_check();

-- Amount that a hold has taken from a month, posted in the ledger under hold:<hold>:<month>, and when it is released.
create table payouts.held_amounts (
  hold_id uuid not null references payouts.payout_holds,
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  currency text not null,
  org_id uuid not null,
  payout_id uuid not null references payouts.payouts,
  amount bigint not null check (amount > 0),
  release_at timestamptz,
  held_at timestamptz not null default platform.portal_now(),
  released_at timestamptz,
  primary key (hold_id, month, currency)
);
create index held_amounts_due on payouts.held_amounts (release_at) where released_at is null;
create index held_amounts_org on payouts.held_amounts (org_id, currency);
create constraint trigger held_amount_check after update on payouts.held_amounts deferrable initially deferred for each row
  execute function payouts.held_amount_check();

-- The author's bank, as the processor reports it. Informational: the ledger settles on the transfer.
create table payouts.bank_legs (
  payout_id uuid primary key references payouts.payouts,
  bank_payout_id text not null,
  state text not null check (state in ('pending', 'in_transit', 'paid', 'failed', 'returned')),
  arrives_at timestamptz,
  failure text,
  checked_at timestamptz not null default platform.portal_now(),
  -- Since when the bank refuses it, also while the processor tries again; null once it has arrived.
  refused_at timestamptz,
  -- Every state that it had, with its bank payout and date.
  history jsonb not null default '[]'
);
create index bank_legs_refused on payouts.bank_legs (payout_id) where refused_at is not null;
create index bank_legs_bank_payout on payouts.bank_legs (bank_payout_id);

create table payouts.conversions (
  payout_id uuid primary key references payouts.payouts,
  payment_id text not null check (payment_id <> ''),
  balance_transaction_id text not null check (balance_transaction_id <> ''),
  source_amount bigint not null check (source_amount > 0),
  source_currency text not null check (source_currency ~ '^[a-z]{3}$'),
  target_amount bigint not null check (target_amount > 0),
  target_currency text not null check (target_currency ~ '^[a-z]{3}$'),
  exchange_rate numeric not null check (exchange_rate > 0::numeric),
  recorded_at timestamptz not null default platform.portal_now(),
  constraint conversions_two_currencies check (source_currency <> target_currency)
);

-- Decisions of the preparer of a run about anomalies and unpaid amounts. The last one of a payout applies.
create table payouts.run_decisions (
  id uuid primary key,
  seq bigint generated always as identity,
  run_id uuid not null references payouts.payout_runs,
  computation integer not null,
  org_id uuid not null,
  currency text not null references ledger.currency,
  decision text not null check (decision in ('include', 'carry', 'hold')),
  kinds text[] not null,
  balance bigint not null,
  amount bigint not null check (amount >= 0),
  reason text not null check (char_length(reason) between 3 and 500),
  hold_id uuid references payouts.payout_holds,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamptz not null default platform.portal_now(),
  constraint run_decisions_hold check ((decision = 'hold') = (hold_id is not null))
);
create index run_decisions_last on payouts.run_decisions (run_id, org_id, currency, seq desc);
create trigger decision_check before insert on payouts.run_decisions for each row
  execute function payouts.run_decision_check();
