create schema billing;

create table billing.periods (
  month date primary key check (extract(day from month) = 1::numeric),
  state text not null default 'open' check (state in ('open', 'closing', 'closed')),
  requested_by text,
  closing_at timestamptz,
  lines_written_at timestamptz,
  closed_at timestamptz,
  -- From this moment on no event changes what the month bills: an end becomes one of the next month.
  frozen_at timestamptz,
  invoices_made bigint,
  lines_made bigint,
  -- The parts of the authors and the platform in a month, by currency, are stored with the month when its lines are
  -- written: lines never change, and a list of months must not add up all of them.
  shares jsonb,
  -- Above the limit of one person (billing.close_needs_two).
  approval_id uuid references approvals.approvals,
  check ((state = 'open') = (closing_at is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'closed' or lines_written_at is not null),
  check (frozen_at is null or state <> 'open'),
  check (lines_written_at is null or frozen_at is not null)
);
create trigger frozen before update on billing.periods for each row when (old.state = 'closed' or new.month <> old.month)
  execute function platform.refuse_decided('a closed month');
create trigger month_over before update on billing.periods for each row when (new.state <> 'open')
  execute function billing.period_month_over();
create trigger may_close before update of state on billing.periods
  for each row when (old.state = 'open' and new.state <> 'open') execute function billing.may_close();
create trigger second_person before update of state on billing.periods
  for each row when (old.state = 'open' and new.state = 'closing' and new.approval_id is null) execute function billing.closed_alone();
create trigger by_approval before insert or update of approval_id on billing.periods for each row when (new.approval_id is not null)
  execute function approvals.enacts('month_close', 'month');
create trigger state_order before insert or update of state on billing.periods for each row
  execute function platform.keep_order('start > open', 'open > closing', 'closing > closed');

-- Numbers have no gaps: the counter's row is locked by the transaction that writes invoices, and both commit together.
create table billing.invoice_counter (
  only_row boolean primary key default true check (only_row),
  last_number bigint not null default 0
);

create trigger forward before update on billing.invoice_counter for each row
  execute function billing.counter_forward();
create constraint trigger used after update on billing.invoice_counter deferrable initially deferred for each row
  execute function billing.counter_used();

create table billing.invoices (
  id uuid primary key,
  number_seq bigint not null unique check (number_seq > 0),
  number text not null generated always as ('DP-' || lpad(number_seq::text, greatest(6, length(number_seq::text)), '0')) stored,
  tenant_id uuid not null,
  tenant_name text not null,
  month date not null,
  currency text not null,
  subtotal bigint not null check (subtotal > 0),
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null generated always as (subtotal + tax) stored,
  state text not null default 'draft'
    check (state in ('draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible', 'credited')),
  retry_count integer not null default 0 check (retry_count >= 0),
  next_retry_at timestamptz,
  last_problem text,
  created_at timestamptz not null default platform.portal_now(),
  issued_at timestamptz,
  paid_at timestamptz,
  -- Course of an unpaid invoice: dates fixed at the first refusal, suspension, write-off by two people.
  kind text not null default 'installs' check (kind in ('installs', 'listing_fee')),
  past_due_at timestamptz,
  suspend_at timestamptz,
  warned_at timestamptz,
  tax_details jsonb,
  tax_calculation_id text,
  tax_transaction_id text,
  carried_from uuid references billing.invoices,
  carried_in bigint not null default 0 check (carried_in >= 0),
  carried_out bigint not null default 0 check (carried_out >= 0),
  amount_due bigint generated always as (subtotal + tax + carried_in - carried_out) stored check (amount_due >= 0),
  -- A charge that fails through no fault of the payer: the invoice stays unchanged, its dates are paused, and finance
  -- is notified. `fault_seconds` is how long they were paused before.
  fault_since timestamptz,
  fault text check (char_length(fault) <= 500),
  fault_tries integer not null default 0 check (fault_tries >= 0),
  fault_seconds bigint not null default 0 check (fault_seconds >= 0),
  constraint invoices_one_per_month unique (tenant_id, month, currency),
  constraint invoices_below_minimum check (state <> 'below_minimum' or amount_due = 0 and carried_out > 0),
  constraint invoices_carried_from check ((carried_from is null) = (carried_in = 0)),
  check ((state = 'draft') = (issued_at is null)),
  check ((state = 'paid') = (paid_at is not null)),
  check (next_retry_at is null or (state in ('open', 'past_due'))),
  constraint invoices_dunning check (suspend_at >= past_due_at),
  constraint invoices_fault_told check ((fault_since is null) = (fault is null)),
  constraint invoices_something_due check ((state not in ('open', 'past_due')) or amount_due > 0),
  constraint invoices_tax_explained check (tax = 0 or tax_details is not null),
  constraint invoices_tax_fits check (tax <= subtotal)
);
create unique index invoices_carried_once on billing.invoices (carried_from) where carried_from is not null;
create index invoices_carrying on billing.invoices (tenant_id, currency) where carried_out > 0;
create index invoices_draft on billing.invoices (number_seq) where state = 'draft';
create index invoices_due on billing.invoices (next_retry_at) where next_retry_at is not null;
create index invoices_faulted on billing.invoices (fault_since) where fault_since is not null;
create index invoices_month on billing.invoices (month, number_seq);
create unique index invoices_tax_calculation_id_key on billing.invoices (tax_calculation_id) where tax_calculation_id is not null;
create unique index invoices_tax_transaction_id_key on billing.invoices (tax_transaction_id) where tax_transaction_id is not null;
create index invoices_tenant on billing.invoices (tenant_id, number_seq);
create index invoices_to_suspend on billing.invoices (suspend_at) where state = 'past_due' and suspend_at is not null;
create trigger approvals_end after update of state on billing.invoices for each row when (new.state in ('paid', 'credited', 'uncollectible'))
  execute function approvals.subject_ended('The invoice is %s.', 'write_off', 'give_back', 'host_payment');
-- Those of installs come with the lines of their month: billing.write_lines.
create trigger by_close before insert on billing.invoices for each row
  when (new.kind = 'installs' and current_user in ('portal_app', 'portal_caller')) execute function platform.keep_order('draft > open');
create constraint trigger as_agreed after insert on billing.invoices deferrable initially deferred for each row
  when (new.kind = 'listing_fee' and current_user in ('portal_app', 'portal_caller')) execute function billing.as_agreed();
create trigger by_payment after update of state on billing.invoices for each row
  when (new.state = 'paid' and current_user in ('portal_app', 'portal_caller')) execute function billing.as_agreed();
create trigger carry_matches after insert or update of carried_from, carried_in on billing.invoices for each row when (new.carried_from is not null)
  execute function billing.carry_matches();
create trigger credited after update of state on billing.invoices for each row when (new.state = 'credited')
  execute function billing.credited_is_empty();
create trigger given_up before update on billing.invoices for each row when (new.state = 'uncollectible' and old.state <> 'uncollectible')
  execute function billing.invoice_written_off();
-- A draft gets its tax once, between its lines and its booking; then it is as pinned as everything else.
create trigger pinned before update on billing.invoices for each row when (old.state <> 'draft' or new.tax = old.tax)
  execute function billing.invoice_pinned();
create trigger refer after insert on billing.invoices referencing new table as new_rows for each statement
  execute function billing.invoices_refer();
create trigger set_once before update of kind, paid_at, created_at on billing.invoices for each row
  execute function platform.keep_once_set('kind', 'paid_at', 'created_at');
create trigger starts before insert on billing.invoices for each row when (new.state <> 'draft')
  execute function platform.keep_order('start > draft');
create trigger state_order before update on billing.invoices for each row when (new.state <> old.state and (old.state <> 'draft' or new.state not in ('open', 'below_minimum')))
  execute function platform.keep_order('open > paid past_due credited', 'past_due > paid uncollectible credited', 'below_minimum > paid uncollectible credited', 'uncollectible > paid');
create trigger tax_details_kept before update on billing.invoices for each row when (old.tax_details is not null and new.tax_details is distinct from old.tax_details or old.state <> 'draft' and new.tax_calculation_id is distinct from old.tax_calculation_id or old.tax_transaction_id is not null and new.tax_transaction_id is distinct from old.tax_transaction_id)
  execute function platform.refuse_decided('how the tax came about');
create trigger taxed before update on billing.invoices for each row when (old.state = 'draft' and new.tax <> old.tax)
  execute function billing.invoice_taxed();

create table billing.tenant_customers (
  tenant_id uuid primary key,
  customer_id text unique,
  payment_method_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  saved_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  -- Who collects its invoices: the portal by card, or the host itself.
  collected_by text not null default 'portal' check (collected_by in ('portal', 'host')),
  check (payment_method_id is null or customer_id is not null and saved_at is not null)
);

create trigger card_kept before insert or update of payment_method_id, brand, last4, exp_month, exp_year, saved_at on billing.tenant_customers
  for each row execute function billing.card_kept();
create trigger set_once before update on billing.tenant_customers for each row
  execute function platform.keep_once_set('customer_id');

create table billing.payment_method_saves (
  id uuid primary key,
  tenant_id uuid not null references billing.tenant_customers,
  payment_method text not null,
  state text not null default 'sending'
    check (state in ('sending', 'saved', 'declined', 'requires_action', 'unknown')),
  problem text,
  requested_by uuid,
  created_at timestamptz not null default platform.portal_now()
);

create trigger starts before insert on billing.payment_method_saves for each row when (new.state <> 'sending')
  execute function platform.keep_order('start > sending');
create trigger frozen before update on billing.payment_method_saves for each row when (old.state <> 'sending')
  execute function platform.refuse_decided();

-- One attempt = one key = one body. next_send_at is wall time and doubles as the lease of the sender.
create table billing.payments (
  id uuid primary key,
  invoice_id uuid not null references billing.invoices,
  n integer not null check (n > 0),
  idempotency_key text not null unique,
  state text not null default 'sending'
    check (state in ('sending', 'succeeded', 'declined', 'requires_action', 'void', 'stuck', 'surplus')),
  customer_id text not null,
  payment_method_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  sends integer not null default 0,
  first_sent_at timestamptz,
  begun_at timestamptz not null default clock_timestamp(),
  next_send_at timestamptz not null default clock_timestamp(),
  payment_intent_id text unique,
  charge_id text unique,
  balance_transaction_id text unique,
  fee bigint check (fee >= 0),
  problem text,
  created_at timestamptz not null default platform.portal_now(),
  ended_at timestamptz,
  constraint payments_numbered unique (invoice_id, n),
  check ((state in ('succeeded', 'surplus')) = (charge_id is not null)),
  check ((state = 'sending') = (ended_at is null))
);
-- The database allows one attempt that may move money, and one that did, per invoice.
create unique index payments_one_live on billing.payments (invoice_id) where state in ('sending', 'succeeded', 'stuck');
create index payments_to_send on billing.payments (next_send_at) where state = 'sending';
-- Records of payments never change: refunds, disputes and the ledger refer to it.
create trigger brought_money before update on billing.payments for each row when (old.state in ('succeeded', 'surplus'))
  execute function platform.keep_once_set('state', 'payment_intent_id', 'charge_id', 'balance_transaction_id', 'fee', 'ended_at');
create trigger as_agreed before insert on billing.payments for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function billing.as_agreed();
create trigger moves before insert or update of state on billing.payments for each row
  execute function platform.keep_order('start > sending', 'sending > succeeded declined requires_action void stuck surplus', 'declined > succeeded surplus', 'requires_action > succeeded surplus', 'void > succeeded surplus', 'stuck > succeeded surplus void');
create trigger pinned before update on billing.payments for each row
  execute function platform.keep_once_set('id', 'invoice_id', 'n', 'idempotency_key', 'customer_id', 'payment_method_id', 'amount', 'currency', 'first_sent_at', 'begun_at', 'created_at');

-- An invoice that the host collected and paid over to the platform's bank account.
create table billing.host_payments (
  invoice_id uuid primary key references billing.invoices,
  amount bigint not null check (amount > 0),
  currency text not null,
  reference text not null check (char_length(reference) between 3 and 140),
  approval_id uuid not null references approvals.approvals,
  created_at timestamptz not null default platform.portal_now()
);
create trigger collected before insert on billing.host_payments for each row execute function billing.host_collects();
create trigger by_approval before insert on billing.host_payments for each row
  execute function approvals.enacts('host_payment', 'invoice_id', 'amount', 'currency', 'reference');

-- covered: the part taken from the lines; set when it is booked. The rest is unexplained money.
create table billing.refunds (
  id uuid primary key,
  invoice_id uuid not null references billing.invoices,
  payment_id uuid not null references billing.payments,
  origin text not null check (origin in ('portal', 'processor')),
  scope text not null check (scope in ('full', 'amount', 'lines', 'surplus')),
  reason text not null
    check (reason in ('requested_by_customer', 'duplicate', 'fraudulent', 'service_failure', 'billing_error', 'other')),
  note text not null check (length(note) between 1 and 500),
  amount bigint not null check (amount > 0),
  currency text not null references ledger.currency,
  covered bigint,
  state text not null default 'requested' check (state in ('requested', 'sending', 'pending', 'succeeded', 'failed')),
  problem text,
  provider_refund_id text unique,
  balance_transaction_id text unique,
  failure_transaction_id text unique,
  version integer not null default 0 check (version >= 0),
  requested_by uuid,
  requested_by_name text not null,
  -- Two people approved it; one alone gives back only so much (billing.left_alone).
  approval_id uuid references approvals.approvals,
  created_at timestamptz not null default platform.portal_now(),
  booked_at timestamptz,
  ended_at timestamptz,
  -- The idempotency key of the request that made it: never two under one key (decision 11).
  request_key text default nullif(current_setting('portal.request_key', true), ''),
  check (covered between 0 and amount),
  check ((booked_at is null) = (covered is null)),
  check (booked_at is null or provider_refund_id is not null and balance_transaction_id is not null),
  check (state <> 'succeeded' or booked_at is not null),
  check ((state in ('succeeded', 'failed')) = (ended_at is not null)),
  check (origin = 'portal' or provider_refund_id is not null),
  constraint refunds_approval_once unique (approval_id),
  constraint refunds_surplus_takes_nothing check (scope <> 'surplus' or coalesce(covered, 0::bigint) = 0)
);
create unique index refunds_request_key on billing.refunds (request_key);
create index refunds_invoice on billing.refunds (invoice_id);
-- One of ours at a time: the rest of a payment is known before more is requested.
create unique index refunds_one_in_flight on billing.refunds (payment_id) where origin = 'portal'
  and booked_at is null and state <> 'failed';
create index refunds_payment on billing.refunds (payment_id);
create index refunds_recent on billing.refunds (created_at, id);
create trigger alone after insert on billing.refunds for each row when (new.origin = 'portal' and new.approval_id is null)
  execute function billing.given_alone();
create trigger approved after insert on billing.refunds for each row when (new.approval_id is not null)
  execute function approvals.enacts('give_back', 'invoice_id', 'payment_id', 'scope', 'reason', 'note', 'amount', 'currency');
create constraint trigger booked after insert or update on billing.refunds deferrable initially deferred for each row when (new.booked_at is not null)
  execute function billing.adjustment_is_booked();
create trigger fit after insert or update on billing.refunds for each row execute function billing.adjustments_fit();
-- Named to run after "fit", which holds the payment.
create trigger may_be_asked after insert on billing.refunds for each row when (new.origin = 'portal')
  execute function billing.refund_may_be_asked();
create constraint trigger lines_fit after insert on billing.refunds deferrable initially deferred for each row when (new.approval_id is not null)
  execute function billing.refund_lines_fit();
create trigger refused before update on billing.refunds for each row when (new.state = 'failed' and old.state <> 'failed' and new.provider_refund_id is null)
  execute function billing.refund_refused();
create trigger state_order before insert or update of state on billing.refunds for each row
  execute function platform.keep_order('start > requested', 'requested > sending failed pending succeeded', 'sending > pending succeeded failed', 'pending > succeeded failed', 'succeeded > failed');
create trigger versioned before update on billing.refunds for each row when (new.version <> old.version + 1)
  execute function platform.refuse_version();
create trigger surplus_fits before insert on billing.refunds for each row when (new.scope = 'surplus')
  execute function billing.surplus_fits();

create table billing.refund_lines (
  refund_id uuid not null references billing.refunds,
  line_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (refund_id, line_id)
);
create constraint trigger fit after insert on billing.refund_lines deferrable initially deferred for each row
  execute function billing.refund_lines_fit();

-- How the provider settled what a payment brought or lost again: one row per balance transaction, the fee in the settled currency.
create table billing.settlements (
  id text primary key,
  payment_id uuid not null references billing.payments,
  cause text not null check (cause in ('charge', 'refund', 'dispute')),
  amount bigint not null check (amount <> 0),
  currency text not null,
  settled bigint not null,
  settled_currency text not null,
  fee bigint not null,
  exchange_rate numeric,
  created_at timestamptz not null default platform.portal_now(),
  constraint settlements_unconverted check (currency <> settled_currency or (settled = amount and exchange_rate is null))
);
create index settlements_payment on billing.settlements (payment_id);

-- One attempt = one key = one body. next_send_at is wall time and doubles as the lease of the sender.
create table billing.refund_attempts (
  refund_id uuid not null references billing.refunds,
  n integer not null check (n > 0),
  idempotency_key text not null unique,
  state text not null default 'sending' check (state in ('sending', 'made', 'refused', 'void', 'stuck')),
  sends integer not null default 0,
  first_sent_at timestamptz,
  next_send_at timestamptz not null default clock_timestamp(),
  problem text,
  created_at timestamptz not null default platform.portal_now(),
  ended_at timestamptz,
  primary key (refund_id, n),
  check ((state = 'sending') = (ended_at is null)),
  constraint refund_attempts_key check (idempotency_key = ((('rf_' || refund_id) || '_') || n))
);
create unique index refund_attempts_one_live on billing.refund_attempts (refund_id) where state in ('sending', 'made', 'stuck');
create index refund_attempts_to_send on billing.refund_attempts (next_send_at) where state = 'sending';
create trigger moves before insert or update of state on billing.refund_attempts for each row
  execute function platform.keep_order('start > sending', 'sending > made refused void stuck', 'stuck > made refused void');
create trigger pinned before update on billing.refund_attempts for each row
  execute function platform.keep_once_set('refund_id', 'n', 'idempotency_key', 'first_sent_at', 'created_at');

-- status is the processor's, phase is the booked one. withdrawn: the amount that the processor withdrew.
create table billing.disputes (
  id uuid primary key,
  provider_dispute_id text not null unique,
  invoice_id uuid not null references billing.invoices,
  payment_id uuid not null references billing.payments,
  amount bigint not null check (amount > 0),
  currency text not null references ledger.currency,
  reason text not null,
  status text not null
    check (status in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won')),
  phase text not null default 'none' check (phase in ('none', 'opened', 'won', 'lost', 'appeal_won')),
  withdrawn bigint check (withdrawn > 0),
  covered bigint,
  fee bigint not null default 0,
  evidence_due_at timestamptz,
  evidence_submitted boolean not null default false,
  -- Given up without an answer; with an approval, if it is more than one person may give back.
  accepted_at timestamptz,
  approval_id uuid references approvals.approvals,
  version integer not null default 1 check (version > 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  updated_at timestamptz not null default platform.portal_now(),
  check (covered between 0 and withdrawn),
  constraint disputes_approval_once unique (approval_id),
  check ((phase = 'none') = (withdrawn is null)),
  check ((withdrawn is null) = (covered is null))
);
create index disputes_invoice on billing.disputes (invoice_id);
create index disputes_payment on billing.disputes (payment_id);
create index disputes_recent on billing.disputes (opened_at, id);
create trigger alone after insert or update of accepted_at on billing.disputes for each row
  when (new.accepted_at is not null and new.approval_id is null) execute function billing.given_alone();
create trigger approvals_end after update of status on billing.disputes for each row when (new.status not like '%needs_response')
  execute function approvals.subject_ended('The bank no longer waits.', 'give_back');
create trigger approved after insert or update of approval_id on billing.disputes for each row when (new.approval_id is not null)
  execute function approvals.enacts('give_back', 'id', 'provider_dispute_id', 'invoice_id', 'amount', 'currency');
create constraint trigger booked after insert or update on billing.disputes deferrable initially deferred for each row when (new.phase <> 'none')
  execute function billing.adjustment_is_booked();
create trigger fit after insert or update on billing.disputes for each row execute function billing.adjustments_fit();
create trigger frozen before update on billing.disputes for each row when (old.accepted_at is not null and (new.approval_id is distinct from old.approval_id or new.amount < old.amount))
  execute function platform.refuse_decided();
create trigger moves before update of phase on billing.disputes for each row when (new.phase <> old.phase)
  execute function billing.dispute_moves();
create trigger versioned before update on billing.disputes for each row when (new.version <> old.version + 1)
  execute function platform.refuse_version();

-- Every status that the processor reported, once per version, as received.
create table billing.dispute_steps (
  dispute_id uuid not null references billing.disputes,
  version integer not null,
  status text not null,
  phase text not null,
  seen_at timestamptz not null default platform.portal_now(),
  primary key (dispute_id, version)
);

-- Numbers have no gaps: the counter's row is locked by the transaction that issues one, and both commit together.
create table billing.credit_note_counters (
  legal_entity text primary key check (legal_entity ~ '^[a-z0-9_]{1,40}$'),
  last_number bigint not null default 0 check (last_number >= 0)
);
create trigger forward before update on billing.credit_note_counters for each row
  execute function billing.counter_forward();
create constraint trigger used after update on billing.credit_note_counters deferrable initially deferred for each row
  execute function billing.counter_used();

create table billing.credit_notes (
  id uuid primary key,
  legal_entity text not null references billing.credit_note_counters,
  number_seq bigint not null check (number_seq > 0),
  number text not null generated always as ('CN-' || lpad(number_seq::text, greatest(6, length(number_seq::text)), '0')) stored,
  kind text not null check (kind in ('refund', 'cancellation', 'counter')),
  invoice_id uuid not null references billing.invoices,
  -- The credit note that it reverses, whose refund came back.
  counters uuid unique references billing.credit_notes,
  refund_id uuid unique references billing.refunds,
  currency text not null references ledger.currency,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null generated always as (net + tax) stored,
  reason text not null,
  note text not null check (length(note) between 1 and 500),
  issued_by uuid,
  issued_by_name text not null,
  -- As that of a refund, of what is cancelled before it is paid.
  approval_id uuid references approvals.approvals,
  issued_at timestamptz not null default platform.portal_now(),
  -- The idempotency key of the request that made it: never two under one key (decision 11).
  request_key text default nullif(current_setting('portal.request_key', true), ''),
  unique (legal_entity, number_seq),
  constraint credit_notes_approval_once unique (approval_id),
  check ((net + tax) > 0),
  check ((kind = 'refund') = (refund_id is not null)),
  check ((kind = 'counter') = (counters is not null))
);
create unique index credit_notes_request_key on billing.credit_notes (request_key);
create index credit_notes_invoice on billing.credit_notes (invoice_id);
create index credit_notes_recent on billing.credit_notes (issued_at, id);
create trigger alone after insert on billing.credit_notes for each row when (new.kind = 'cancellation' and new.approval_id is null)
  execute function billing.given_alone();
create trigger approved after insert on billing.credit_notes for each row when (new.approval_id is not null)
  execute function approvals.enacts('give_back', 'kind', 'invoice_id', 'reason', 'note', 'total', 'currency');
create constraint trigger booked after insert on billing.credit_notes deferrable initially deferred for each row
  execute function billing.adjustment_is_booked();
create trigger numbered after insert on billing.credit_notes for each row
  execute function billing.credit_note_numbered();

-- Positive amounts are taken from the line, negative ones given back to it. posting_key: the ledger transaction.
create table billing.line_adjustments (
  posting_key text not null,
  line_id uuid not null,
  invoice_id uuid not null references billing.invoices,
  org_id uuid,
  currency text not null,
  source_type text not null check (source_type in ('refund', 'dispute', 'credit_note')),
  source_id uuid not null,
  gross bigint not null,
  tax bigint not null,
  author_share bigint not null,
  platform_share bigint not null,
  created_at timestamptz not null default platform.portal_now(),
  primary key (posting_key, line_id),
  check (org_id is not null or author_share = 0),
  constraint line_adjustments_one_way check (gross >= 0 and tax >= 0 and author_share >= 0 and platform_share >= 0
    and (gross + tax) > 0 or gross <= 0 and tax <= 0 and author_share <= 0 and platform_share <= 0
    and (gross + tax) < 0),
  constraint line_adjustments_shares check ((author_share + platform_share) = gross)
);
create index line_adjustments_author on billing.line_adjustments (org_id, created_at);
create index line_adjustments_invoice on billing.line_adjustments (invoice_id);
create index line_adjustments_line on billing.line_adjustments (line_id);
create index line_adjustments_source on billing.line_adjustments (source_type, source_id);
create constraint trigger booked after insert on billing.line_adjustments deferrable initially deferred for each row
  execute function billing.adjustment_is_booked();
create trigger fit after insert on billing.line_adjustments referencing new table as new_rows for each statement
  execute function billing.line_adjustments_fit();

-- The rules of money as rows: approved by two people, superseded and never changed.
create table billing.policies (
  id uuid primary key,
  -- Known by its first version, which is built in: seed.sql.
  key text not null check (key ~ '^[a-z]+(_[a-z]+)*$'),
  version integer not null check (version > 0),
  value jsonb not null,
  valid_from timestamptz not null,
  decided_at timestamptz not null default platform.portal_now(),
  -- Null: built in.
  approval_id uuid references approvals.approvals,
  constraint policies_numbered unique (key, version),
  constraint policies_approval_once unique (approval_id),
  -- One version begins at an instant and holds until the next one begins: versions cannot overlap.
  constraint policies_one_beginning unique (key, valid_from)
);
create trigger approved before insert on billing.policies for each row
  execute function approvals.enacts('policy', 'key', 'value', 'valid_from');
create trigger decided before insert on billing.policies for each row execute function billing.policy_decided();
create trigger share_follows after insert on billing.policies for each row when (new.key = 'author_share' and new.version > 1)
  execute function billing.policy_share();

create table billing.suspensions (
  id uuid primary key,
  tenant_id uuid not null,
  invoice_id uuid not null references billing.invoices,
  suspended_at timestamptz not null,
  resumed_at timestamptz,
  check (resumed_at >= suspended_at)
);
create unique index suspensions_one_open on billing.suspensions (tenant_id) where resumed_at is null;

-- The billed party, for the tax and the document; the tax of a draft and its basis.
create table billing.billing_details (
  tenant_id uuid primary key,
  legal_name text not null check (char_length(legal_name) between 1 and 200),
  line1 text not null check (char_length(line1) between 1 and 200),
  city text not null check (char_length(city) between 1 and 100),
  postal_code text not null check (char_length(postal_code) between 1 and 20),
  region text check (region ~ '^[A-Z0-9]{1,3}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id_type text,
  tax_id text check (char_length(tax_id) between 2 and 40),
  changed_at timestamptz not null default platform.portal_now(),
  changed_by uuid,
  check ((tax_id is null) = (tax_id_type is null))
);

-- What VIES answered last about each VAT id in use, and when it was asked last: it answered when both instants are the same.
create table billing.vat_checks (
  vat_id text primary key,
  asked_at timestamptz not null,
  valid boolean,
  checked_at timestamptz,
  reference text
);

-- The flat fee of listings whose authors bill by themselves: once per listing and month.
create table billing.listing_fees (
  id uuid primary key,
  listing_id uuid not null,
  listing_name text not null,
  org_id uuid not null,
  month date not null references billing.periods,
  currency text not null references ledger.currency,
  amount bigint not null check (amount > 0),
  netted bigint not null,
  invoice_id uuid references billing.invoices,
  charged_at timestamptz not null default platform.portal_now(),
  -- Listing fees bear tax like every other sale; the netted and the invoiced amount include it.
  tax bigint not null default 0 check (tax >= 0),
  tax_details jsonb,
  constraint listing_fees_once unique (listing_id, month),
  constraint listing_fees_asked check ((netted = (amount + tax)) = (invoice_id is null)),
  check (netted >= 0 and netted <= (amount + tax)),
  constraint listing_fees_tax_explained check (tax = 0 or tax_details is not null)
);
create index listing_fees_org on billing.listing_fees (org_id, month);

-- One line per segment and month, written by billing.write_lines only. No foreign key is checked row by row: lines refer to
-- the rows that they are made from, which are never deleted.
create table billing.invoice_lines (
  id uuid primary key,
  invoice_id uuid not null,
  month date not null,
  segment_id uuid not null,
  install_id uuid not null,
  drive_id uuid not null,
  org_id uuid,
  drive_name text not null,
  venture_name text not null,
  currency text not null,
  price_id uuid not null,
  price_amount bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  seconds bigint not null,
  month_seconds bigint not null,
  gross bigint not null check (gross > 0),
  author_bps integer not null,
  author_share bigint not null,
  platform_share bigint not null,
  constraint invoice_lines_segment_once unique (segment_id, month),
  constraint invoice_lines_first_party check (org_id is not null or author_share = 0),
  constraint invoice_lines_shares check ((author_share + platform_share) = gross and author_share >= 0
    and platform_share >= 0),
  constraint invoice_lines_span check (from_at < to_at and seconds between 1 and month_seconds)
);
create index invoice_lines_by_author on billing.invoice_lines (org_id, month);
create index invoice_lines_by_invoice on billing.invoice_lines (invoice_id);
create trigger only_by_close after insert on billing.invoice_lines referencing new table as new_rows for each statement
  execute function billing.lines_only_by_close();

-- The part of a recorded tax that a credit note reverses, at the provider too: an intent per credit note and invoice,
-- with its key.
create table billing.tax_reversals (
  credit_note_id uuid not null references billing.credit_notes,
  invoice_id uuid not null references billing.invoices,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  idempotency_key text not null,
  state text not null default 'due' check (state in ('due', 'reversed', 'refused', 'void')),
  sends integer not null default 0 check (sends >= 0),
  first_sent_at timestamptz,
  transaction_id text,
  problem text,
  created_at timestamptz not null default platform.portal_now(),
  ended_at timestamptz,
  primary key (credit_note_id, invoice_id),
  constraint tax_reversals_key unique (idempotency_key),
  constraint tax_reversals_transaction unique (transaction_id),
  check ((net + tax) > 0),
  check ((state = 'reversed') = (transaction_id is not null)),
  check ((state = 'due') = (ended_at is null)),
  constraint tax_reversals_void_unsent check (state <> 'void' or sends = 0)
);
create index tax_reversals_due on billing.tax_reversals (created_at) where state = 'due';
create trigger fits before insert or delete or update on billing.tax_reversals for each row
  execute function billing.tax_reversal_fits();

-- Billing segments, billing months, and collection.
create table billing.split_rules (
  id integer generated always as identity primary key,
  author_bps integer not null check (author_bps between 0 and 10000),
  valid_from timestamptz not null,
  valid_to timestamptz,
  org_id uuid,
  drive_id uuid,
  reason text,
  -- Two people approved it; null for everybody's, which follows a policy.
  approval_id uuid references approvals.approvals,
  constraint split_rules_approval_once unique (approval_id),
  constraint split_rules_no_overlap exclude using gist (coalesce(org_id, '00000000-0000-0000-0000-000000000000'::uuid) with =, coalesce(drive_id, '00000000-0000-0000-0000-000000000000'::uuid) with =, tstzrange(valid_from, valid_to) with &&),
  constraint split_rules_in_order check (valid_to > valid_from),
  constraint split_rules_one_scope check (num_nonnulls(org_id, drive_id) <= 1)
);
create constraint trigger followed after insert or update on billing.split_rules deferrable initially deferred for each row
  execute function billing.split_rule_followed();
create trigger approved before insert on billing.split_rules for each row when (num_nonnulls(new.org_id, new.drive_id) > 0)
  execute function approvals.enacts('share_override', 'org_id', 'drive_id', 'author_bps', 'valid_from');

-- One stretch of time in which an install costs the same. An empty one (ended when it started) bills nothing.
-- Without a price it is free; without an organization the Drive is the platform's own.
create table billing.install_segments (
  id uuid primary key,
  install_id uuid not null,
  tenant_id uuid not null,
  venture_id uuid not null,
  drive_id uuid not null,
  org_id uuid,
  tenant_name text not null,
  venture_name text not null,
  drive_name text not null,
  price_id uuid,
  amount bigint not null check (amount between 0 and '100000000000000000'::bigint),
  currency text not null references ledger.currency,
  split_rule_id integer not null references billing.split_rules,
  author_bps integer not null check (author_bps between 0 and 10000),
  started_at timestamptz not null,
  ended_at timestamptz,
  reported_ended_at timestamptz,
  opened_by_event uuid not null,
  closed_by_event uuid,
  created_at timestamptz not null default platform.portal_now(),
  trial_ends_at timestamptz,
  constraint install_segments_opened_once unique (opened_by_event),
  constraint install_segments_no_overlap exclude using gist (install_id with =, tstzrange(started_at, ended_at) with &&),
  check (trial_ends_at >= started_at),
  constraint install_segments_ends_after_start check (ended_at >= started_at),
  constraint install_segments_first_party check (org_id is not null or author_bps = 0),
  constraint install_segments_free check ((price_id is null) = (amount = 0))
);
-- Which months an author gets a statement for depends on their own segments, not on everybody's.
create index install_segments_by_author on billing.install_segments (org_id, started_at) where org_id is not null;
create index install_segments_closed_by on billing.install_segments (closed_by_event);
-- Who bills for a Drive concerns what ran at an instant, running or not.
create index install_segments_of_drive on billing.install_segments (drive_id, started_at) where price_id is not null;
create unique index install_segments_one_open on billing.install_segments (install_id) where ended_at is null;
create index install_segments_span on billing.install_segments (started_at, ended_at);
create trigger as_agreed before insert on billing.install_segments for each row
  when (current_user in ('portal_app', 'portal_caller')) execute function billing.as_agreed();
create trigger pinned before update on billing.install_segments for each row
  execute function billing.segment_pinned();

-- The row is there before the provider is asked: its id makes the key. page_id is null until it has answered.
create table billing.card_pages (
  id uuid primary key,
  tenant_id uuid not null references billing.tenant_customers,
  page_id text unique,
  state text not null default 'open',
  requested_by uuid,
  created_at timestamptz not null default platform.portal_now(),
  ended_at timestamptz,
  constraint card_pages_ended check ((state = 'open') = (ended_at is null)),
  constraint card_pages_known check (state = 'open' or page_id is not null),
  constraint card_pages_state check (state in ('open', 'saved', 'expired'))
);
create index card_pages_of_payer on billing.card_pages (tenant_id);
create trigger starts before insert on billing.card_pages for each row when (new.state <> 'open')
  execute function platform.keep_order('start > open');
create trigger frozen before update on billing.card_pages for each row when (old.state <> 'open')
  execute function platform.refuse_decided();
