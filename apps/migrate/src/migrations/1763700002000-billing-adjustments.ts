import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money that goes back: refunds, credit notes and disputes, and what each of them takes from which line. Whoever writes,
 * no more is taken back than was paid, no line gives more than it has, and nothing counts before it is in the ledger.
 */
export class BillingAdjustments1763700002000 implements MigrationInterface {
  name = 'BillingAdjustments1763700002000';

  async up(q: QueryRunner): Promise<void> {
    await this.credited(q);
    await this.refunds(q);
    await this.disputes(q);
    await this.creditNotes(q);
    await this.lines(q);
    await this.fitting(q);
    await this.booked(q);
  }

  private async credited(q: QueryRunner): Promise<void> {
    // credited: closed because credit notes took all of it before anything was paid.
    await q.query(`alter table billing.invoices drop constraint invoices_state_check`);
    await q.query(`alter table billing.invoices add constraint invoices_state_check
      check (state in ('draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible', 'credited'))`);
  }

  private async refunds(q: QueryRunner): Promise<void> {
    // covered: what of it the lines gave; set when it is booked. The rest is money nobody has explained yet.
    await q.query(`create table billing.refunds (
      id uuid primary key,
      invoice_id uuid not null references billing.invoices,
      payment_id uuid not null references billing.payments,
      origin text not null check (origin in ('portal', 'processor')),
      scope text not null check (scope in ('full', 'amount', 'lines')),
      reason text not null check (reason in ('requested_by_customer', 'duplicate', 'fraudulent', 'service_failure', 'billing_error', 'other')),
      note text not null check (length(note) between 1 and 500),
      amount bigint not null check (amount > 0),
      currency text not null references ledger.currency,
      covered bigint check (covered between 0 and amount),
      state text not null default 'requested' check (state in ('requested', 'sending', 'pending', 'succeeded', 'failed')),
      problem text,
      provider_refund_id text unique,
      balance_transaction_id text unique,
      failure_transaction_id text unique,
      version int not null default 0 check (version >= 0),
      requested_by uuid,
      requested_by_name text not null,
      created_at timestamptz not null default platform.portal_now(),
      booked_at timestamptz,
      ended_at timestamptz,
      check ((booked_at is null) = (covered is null)),
      check (booked_at is null or (provider_refund_id is not null and balance_transaction_id is not null)),
      check (state <> 'succeeded' or booked_at is not null),
      check ((state in ('succeeded', 'failed')) = (ended_at is not null)),
      check (origin = 'portal' or provider_refund_id is not null))`);
    // One of ours at a time: what is left of a payment is known before more is asked for.
    await q.query(`create unique index refunds_one_in_flight on billing.refunds (payment_id)
      where origin = 'portal' and booked_at is null and state <> 'failed'`);
    await q.query(`create index refunds_invoice on billing.refunds (invoice_id)`);
    await q.query(`create index refunds_payment on billing.refunds (payment_id)`);
    await q.query(`create index refunds_recent on billing.refunds (created_at, id)`);
    await q.query(`create table billing.refund_lines (
      refund_id uuid not null references billing.refunds,
      line_id uuid not null,
      amount bigint not null check (amount > 0),
      primary key (refund_id, line_id))`);
    // One attempt = one key = one body. next_send_at is wall time and doubles as the lease of whoever sends.
    await q.query(`create table billing.refund_attempts (
      refund_id uuid not null references billing.refunds,
      n int not null check (n > 0),
      idempotency_key text not null unique,
      state text not null default 'sending' check (state in ('sending', 'made', 'refused', 'void', 'stuck')),
      sends int not null default 0,
      first_sent_at timestamptz,
      next_send_at timestamptz not null default clock_timestamp(),
      problem text,
      created_at timestamptz not null default platform.portal_now(),
      ended_at timestamptz,
      primary key (refund_id, n),
      constraint refund_attempts_key check (idempotency_key = 'rf_' || refund_id || '_' || n),
      check ((state = 'sending') = (ended_at is null)))`);
    await q.query(
      `create unique index refund_attempts_one_live on billing.refund_attempts (refund_id) where state in ('sending', 'made', 'stuck')`,
    );
    await q.query(
      `create index refund_attempts_to_send on billing.refund_attempts (next_send_at) where state = 'sending'`,
    );
    await q.query(`create function billing.refund_moves() returns trigger language plpgsql as $$
      begin
        if (new.id, new.invoice_id, new.payment_id, new.origin, new.scope, new.reason, new.note, new.amount, new.currency, new.requested_by, new.created_at)
           is distinct from (old.id, old.invoice_id, old.payment_id, old.origin, old.scope, old.reason, old.note, old.amount, old.currency, old.requested_by, old.created_at)
           or (old.booked_at is not null and (new.booked_at, new.covered, new.balance_transaction_id) is distinct from (old.booked_at, old.covered, old.balance_transaction_id))
           or (old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id) then
          raise exception 'billing: a refund is never rewritten' using errcode = '42501', constraint = 'refunds_pinned';
        end if;
        if new.version <> old.version + 1 then
          raise exception 'billing: refund % goes from version % to %', old.id, old.version, old.version + 1
            using errcode = '23514', constraint = 'refunds_versioned';
        end if;
        if old.state <> new.state and (old.state, new.state) not in (('requested', 'sending'), ('requested', 'failed'), ('requested', 'pending'), ('requested', 'succeeded'),
             ('sending', 'pending'), ('sending', 'succeeded'), ('sending', 'failed'), ('pending', 'succeeded'), ('pending', 'failed'), ('succeeded', 'failed')) then
          raise exception 'billing: refund % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'refunds_forward';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update on billing.refunds for each row execute function billing.refund_moves()`,
    );
    await this.kept(q, 'refunds', 'refund_attempts');
    await this.appendOnly(q, 'refund_lines');
  }

  private async disputes(q: QueryRunner): Promise<void> {
    // status is the processor's word, phase is what was booked. withdrawn: what the processor took for it.
    await q.query(`create table billing.disputes (
      id uuid primary key,
      provider_dispute_id text not null unique,
      invoice_id uuid not null references billing.invoices,
      payment_id uuid not null references billing.payments,
      amount bigint not null check (amount > 0),
      currency text not null references ledger.currency,
      reason text not null,
      status text not null check (status in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented',
        'needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won')),
      phase text not null default 'none' check (phase in ('none', 'opened', 'won', 'lost', 'appeal_won')),
      withdrawn bigint check (withdrawn > 0),
      covered bigint check (covered between 0 and withdrawn),
      fee bigint not null default 0,
      evidence_due_at timestamptz,
      evidence_submitted boolean not null default false,
      version int not null default 1 check (version > 0),
      opened_at timestamptz not null,
      closed_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      updated_at timestamptz not null default platform.portal_now(),
      check ((phase = 'none') = (withdrawn is null)),
      check ((withdrawn is null) = (covered is null)))`);
    await q.query(`create index disputes_invoice on billing.disputes (invoice_id)`);
    await q.query(`create index disputes_payment on billing.disputes (payment_id)`);
    await q.query(`create index disputes_recent on billing.disputes (opened_at, id)`);
    // Every status that the processor told, once per version, as it was seen.
    await q.query(`create table billing.dispute_steps (
      dispute_id uuid not null references billing.disputes,
      version int not null,
      status text not null,
      phase text not null,
      seen_at timestamptz not null default platform.portal_now(),
      primary key (dispute_id, version))`);
    await q.query(`create function billing.dispute_moves() returns trigger language plpgsql as $$
      begin
        if (new.id, new.provider_dispute_id, new.invoice_id, new.payment_id, new.currency, new.opened_at, new.created_at)
           is distinct from (old.id, old.provider_dispute_id, old.invoice_id, old.payment_id, old.currency, old.opened_at, old.created_at)
           or (old.withdrawn is not null and (new.withdrawn, new.covered) is distinct from (old.withdrawn, old.covered)) then
          raise exception 'billing: a dispute is never rewritten' using errcode = '42501', constraint = 'disputes_pinned';
        end if;
        if new.version <> old.version + 1 then
          raise exception 'billing: dispute % goes from version % to %', old.id, old.version, old.version + 1
            using errcode = '23514', constraint = 'disputes_versioned';
        end if;
        if old.phase <> new.phase and (old.phase, new.phase) not in (('none', 'opened'), ('none', 'won'), ('none', 'lost'),
             ('opened', 'won'), ('opened', 'lost'), ('lost', 'appeal_won')) then
          raise exception 'billing: dispute % cannot go from % to %', old.id, old.phase, new.phase using errcode = '23514', constraint = 'disputes_forward';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update on billing.disputes for each row execute function billing.dispute_moves()`,
    );
    await this.kept(q, 'disputes');
    await this.appendOnly(q, 'dispute_steps');
  }

  private async creditNotes(q: QueryRunner): Promise<void> {
    // Numbers have no gaps: the counter's row is locked by whoever issues one and both commit together.
    await q.query(`create table billing.credit_note_counters (
      legal_entity text primary key check (legal_entity ~ '^[a-z0-9_]{1,40}$'),
      last_number bigint not null default 0 check (last_number >= 0))`);
    await q.query(`insert into billing.credit_note_counters (legal_entity) values ('platform')`);
    await q.query(`create table billing.credit_notes (
      id uuid primary key,
      legal_entity text not null references billing.credit_note_counters,
      number_seq bigint not null check (number_seq > 0),
      number text not null generated always as ('CN-' || lpad(number_seq::text, greatest(6, length(number_seq::text)), '0')) stored,
      kind text not null check (kind in ('refund', 'cancellation')),
      invoice_id uuid not null references billing.invoices,
      refund_id uuid unique references billing.refunds,
      currency text not null references ledger.currency,
      net bigint not null check (net >= 0),
      tax bigint not null check (tax >= 0),
      total bigint not null generated always as (net + tax) stored check (net + tax > 0),
      reason text not null,
      note text not null check (length(note) between 1 and 500),
      issued_by uuid,
      issued_by_name text not null,
      issued_at timestamptz not null default platform.portal_now(),
      voided_at timestamptz,
      unique (legal_entity, number_seq),
      check ((kind = 'refund') = (refund_id is not null)),
      check (voided_at is null or kind = 'refund'))`);
    await q.query(`create index credit_notes_invoice on billing.credit_notes (invoice_id)`);
    await q.query(`create index credit_notes_recent on billing.credit_notes (issued_at, id)`);
    await q.query(`create function billing.credit_note_pinned() returns trigger language plpgsql as $$
      begin
        -- Generated columns are not there yet in a row that is being changed.
        if to_jsonb(new) - array['voided_at', 'number', 'total'] <> to_jsonb(old) - array['voided_at', 'number', 'total'] or old.voided_at is not null then
          raise exception 'billing: a credit note is never rewritten' using errcode = '42501', constraint = 'credit_notes_pinned';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger pinned before update on billing.credit_notes for each row execute function billing.credit_note_pinned()`,
    );
    await q.query(`create function billing.credit_note_numbered() returns trigger language plpgsql as $$
      begin
        if new.number_seq <> (select last_number from billing.credit_note_counters where legal_entity = new.legal_entity) then
          raise exception 'billing: credit note % leaves a gap', new.number using errcode = '23514', constraint = 'credit_notes_gapless';
        end if;
        if new.kind = 'cancellation' then
          perform 1 from billing.invoices where id = new.invoice_id for no key update;
          if not exists (select 1 from billing.invoices where id = new.invoice_id and state in ('open', 'past_due', 'below_minimum'))
             or exists (select 1 from billing.payments where invoice_id = new.invoice_id and state in ('sending', 'stuck')) then
            raise exception 'billing: this invoice can not be cancelled now' using errcode = '23514', constraint = 'credit_notes_only_before_payment';
          end if;
        end if;
        return null;
      end $$`);
    await q.query(
      `create trigger numbered after insert on billing.credit_notes for each row execute function billing.credit_note_numbered()`,
    );
    await q.query(`create function billing.counter_forward() returns trigger language plpgsql as $$
      begin
        if new.legal_entity <> old.legal_entity or new.last_number <> old.last_number + 1 then
          raise exception 'billing: numbers go up by one' using errcode = '23514', constraint = 'credit_note_counters_forward';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger forward before update on billing.credit_note_counters for each row execute function billing.counter_forward()`,
    );
    await q.query(`create function billing.counter_used() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from billing.credit_notes where legal_entity = new.legal_entity and number_seq = new.last_number) then
          raise exception 'billing: number % was not used', new.last_number using errcode = '23514', constraint = 'credit_notes_gapless';
        end if;
        return null;
      end $$`);
    await q.query(`create constraint trigger used after update on billing.credit_note_counters deferrable initially deferred
      for each row execute function billing.counter_used()`);
    await this.kept(q, 'credit_notes', 'credit_note_counters');
  }

  private async lines(q: QueryRunner): Promise<void> {
    // Positive amounts are taken from the line, negative ones given back to it. posting_key: the ledger transaction.
    await q.query(`create table billing.line_adjustments (
      posting_key text not null,
      line_id uuid not null,
      line_month date not null,
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
      constraint line_adjustments_shares check (author_share + platform_share = gross),
      constraint line_adjustments_one_way check ((gross >= 0 and tax >= 0 and author_share >= 0 and platform_share >= 0 and gross + tax > 0)
        or (gross <= 0 and tax <= 0 and author_share <= 0 and platform_share <= 0 and gross + tax < 0)),
      check (org_id is not null or author_share = 0))`);
    await q.query(`create index line_adjustments_line on billing.line_adjustments (line_id)`);
    await q.query(`create index line_adjustments_invoice on billing.line_adjustments (invoice_id)`);
    await q.query(`create index line_adjustments_author on billing.line_adjustments (org_id, created_at)`);
    await q.query(`create index line_adjustments_source on billing.line_adjustments (source_type, source_id)`);
    await q.query(`create function billing.line_adjustments_fit() returns trigger language plpgsql as $$
      declare bad uuid;
      begin
        perform 1 from billing.invoices where id in (select invoice_id from new_rows) order by id for no key update;
        select n.line_id into bad from (select distinct line_id, line_month, invoice_id, org_id, currency from new_rows) n
          left join billing.invoice_lines l on l.id = n.line_id and l.month = n.line_month and l.invoice_id = n.invoice_id
            and l.org_id is not distinct from n.org_id and l.currency = n.currency
          cross join lateral (select sum(a.gross) as gross, sum(a.tax) as tax, sum(a.author_share) as author, sum(a.platform_share) as platform
            from billing.line_adjustments a where a.line_id = n.line_id) s
          where l.id is null or s.gross not between 0 and l.gross or s.author not between 0 and l.author_share
            or s.platform not between 0 and l.platform_share or s.tax < 0 limit 1;
        if found then
          raise exception 'billing: line % does not have that much', bad using errcode = '23514', constraint = 'line_adjustments_fit_line';
        end if;
        select n.invoice_id into bad from (select distinct invoice_id from new_rows) n join billing.invoices i on i.id = n.invoice_id
          where i.tax < (select sum(a.tax) from billing.line_adjustments a where a.invoice_id = n.invoice_id) limit 1;
        if found then
          raise exception 'billing: invoice % does not have that much tax', bad using errcode = '23514', constraint = 'line_adjustments_fit_tax';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger fit after insert on billing.line_adjustments referencing new table as new_rows
      for each statement execute function billing.line_adjustments_fit()`);
    await this.appendOnly(q, 'line_adjustments');
    // What is still asked for on an invoice.
    await q.query(`create function billing.open_amount(invoice uuid) returns bigint language sql stable as $$
      select i.total - coalesce((select sum(c.total) from billing.credit_notes c where c.invoice_id = i.id and c.kind = 'cancellation'), 0)::bigint
      from billing.invoices i where i.id = invoice $$`);
    await q.query(`create function billing.credited_is_empty() returns trigger language plpgsql as $$
      begin
        if new.state = 'credited' and billing.open_amount(new.id) <> 0 then
          raise exception 'billing: invoice % is not credited in full', new.number using errcode = '23514', constraint = 'invoices_credited_whole';
        end if;
        if old.state = 'credited' and new.state <> 'credited' then
          raise exception 'billing: invoice % is closed by credit notes', new.number using errcode = '23514', constraint = 'invoices_credited_stays';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger credited after update of state on billing.invoices for each row
      when (new.state = 'credited' or old.state = 'credited') execute function billing.credited_is_empty()`);
  }

  private async fitting(q: QueryRunner): Promise<void> {
    // What happened at the processor is taken in as it is, but never as more than was paid; what we ask for ourselves
    // must fit beside everything that happened or is on its way, and waits while a dispute is open.
    await q.query(`create function billing.adjustments_fit() returns trigger language plpgsql as $$
      declare paid bigint;
      begin
        select amount into paid from billing.payments where id = new.payment_id and invoice_id = new.invoice_id
          and currency = new.currency and state in ('succeeded', 'surplus') for no key update;
        if paid is null then
          raise exception 'billing: there is no such payment' using errcode = '23514', constraint = 'adjustments_of_a_payment';
        end if;
        if paid < coalesce((select sum(covered) from billing.refunds where payment_id = new.payment_id and state <> 'failed'), 0)
             + coalesce((select sum(covered) from billing.disputes where payment_id = new.payment_id and phase in ('opened', 'lost')), 0) then
          raise exception 'billing: more would be taken back than was paid' using errcode = '23514', constraint = 'adjustments_fit_payment';
        end if;
        return null;
      end $$`);
    await q.query(
      `create trigger fit after insert or update on billing.refunds for each row execute function billing.adjustments_fit()`,
    );
    await q.query(
      `create trigger fit after insert or update on billing.disputes for each row execute function billing.adjustments_fit()`,
    );
    await q.query(`create function billing.refund_may_be_asked() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from billing.disputes where payment_id = new.payment_id
            and (phase = 'opened' or status in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'))) then
          raise exception 'billing: a dispute of this payment is open' using errcode = '23514', constraint = 'refunds_not_while_disputed';
        end if;
        if (select amount from billing.payments where id = new.payment_id)
             < coalesce((select sum(amount) from billing.refunds where payment_id = new.payment_id and state <> 'failed'), 0)
             + coalesce((select sum(withdrawn) from billing.disputes where payment_id = new.payment_id and phase in ('opened', 'lost')), 0) then
          raise exception 'billing: more would be refunded than was paid' using errcode = '23514', constraint = 'refunds_fit_payment';
        end if;
        return null;
      end $$`);
    // Named to run after "fit", which holds the payment.
    await q.query(`create trigger may_be_asked after insert on billing.refunds for each row when (new.origin = 'portal')
      execute function billing.refund_may_be_asked()`);
  }

  private async booked(q: QueryRunner): Promise<void> {
    // A row and its posting commit together or not at all; asked when the transaction ends.
    await q.query(`create function billing.adjustment_is_booked() returns trigger language plpgsql as $$
      declare
        r jsonb := to_jsonb(new);
        key text;
      begin
        foreach key in array case tg_table_name
            when 'refunds' then array['refund:' || (r->>'provider_refund_id')]
              || case when r->>'state' = 'failed' then array['refund:' || (r->>'provider_refund_id') || ':failed'] else '{}' end
            when 'disputes' then array['dispute:' || (r->>'provider_dispute_id') || ':opened']
              || case when r->>'phase' = 'opened' then '{}' else array['dispute:' || (r->>'provider_dispute_id') || ':' || (r->>'phase')] end
            when 'credit_notes' then case when r->>'kind' = 'cancellation' then array['credit_note:' || (r->>'id')] else '{}' end
            else array[r->>'posting_key'] end loop
          if not exists (select 1 from ledger.ledger_tx where idempotency_key = key) then
            raise exception 'billing: % is not booked', key using errcode = '23514', constraint = 'adjustments_booked';
          end if;
        end loop;
        return null;
      end $$`);
    await q.query(`create constraint trigger booked after insert or update on billing.refunds deferrable initially deferred
      for each row when (new.booked_at is not null) execute function billing.adjustment_is_booked()`);
    await q.query(`create constraint trigger booked after insert or update on billing.disputes deferrable initially deferred
      for each row when (new.phase <> 'none') execute function billing.adjustment_is_booked()`);
    await q.query(`create constraint trigger booked after insert on billing.credit_notes deferrable initially deferred
      for each row execute function billing.adjustment_is_booked()`);
    await q.query(`create constraint trigger booked after insert on billing.line_adjustments deferrable initially deferred
      for each row execute function billing.adjustment_is_booked()`);
  }

  private async kept(q: QueryRunner, ...tables: string[]): Promise<void> {
    for (const table of tables) {
      await q.query(
        `create trigger kept before delete or truncate on billing.${table} for each statement execute function platform.refuse_change()`,
      );
    }
  }

  private async appendOnly(q: QueryRunner, ...tables: string[]): Promise<void> {
    for (const table of tables) {
      await q.query(`create trigger append_only before update or delete or truncate on billing.${table}
        for each statement execute function platform.refuse_change()`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger credited on billing.invoices`);
    await q.query(
      `drop table billing.line_adjustments, billing.credit_notes, billing.credit_note_counters, billing.dispute_steps, billing.disputes,
         billing.refund_attempts, billing.refund_lines, billing.refunds cascade`,
    );
    for (const name of [
      'adjustment_is_booked()',
      'refund_may_be_asked()',
      'adjustments_fit()',
      'credited_is_empty()',
      'open_amount(uuid)',
      'line_adjustments_fit()',
      'counter_used()',
      'counter_forward()',
      'credit_note_numbered()',
      'credit_note_pinned()',
      'dispute_moves()',
      'refund_moves()',
    ]) {
      await q.query(`drop function billing.${name}`);
    }
    await q.query(`alter table billing.invoices drop constraint invoices_state_check`);
    await q.query(`alter table billing.invoices add constraint invoices_state_check
      check (state in ('draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible'))`);
  }
}
