import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is billed to whom for how long, the months it is billed by, and how it is collected. */
export class BillingInit1763700000900 implements MigrationInterface {
  name = 'BillingInit1763700000900';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create extension if not exists btree_gist`);
    await q.query(`create schema billing`);
    await this.segments(q);
    await this.periods(q);
    await this.invoices(q);
    await this.lines(q);
    await this.collecting(q);
  }

  private async segments(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.split_rules (
      id int generated always as identity primary key,
      author_bps int not null check (author_bps between 0 and 10000),
      base text not null check (base in ('gross')),
      rounding text not null check (rounding in ('running_half_up')),
      valid_from timestamptz not null,
      valid_to timestamptz,
      check (valid_to > valid_from),
      constraint split_rules_no_overlap exclude using gist (tstzrange(valid_from, valid_to) with &&))`);
    await q.query(
      `insert into billing.split_rules (author_bps, base, rounding, valid_from) values (7000, 'gross', 'running_half_up', '-infinity')`,
    );
    // One stretch of time in which an install costs the same. An empty one (ended when it started) bills nothing.
    // Without a price it is free; without an organization the Drive is the platform's own.
    await q.query(`create table billing.install_segments (
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
      amount bigint not null check (amount between 0 and 1000000000000),
      currency text not null references ledger.currency,
      split_rule_id int not null references billing.split_rules,
      author_bps int not null check (author_bps between 0 and 10000),
      started_at timestamptz not null,
      ended_at timestamptz,
      reported_ended_at timestamptz,
      opened_by_event uuid not null,
      closed_by_event uuid,
      created_at timestamptz not null default platform.portal_now(),
      constraint install_segments_opened_once unique (opened_by_event),
      constraint install_segments_ends_after_start check (ended_at >= started_at),
      constraint install_segments_free check ((price_id is null) = (amount = 0)),
      constraint install_segments_first_party check (org_id is not null or author_bps = 0),
      constraint install_segments_no_overlap exclude using gist (install_id with =, tstzrange(started_at, ended_at) with &&))`);
    await q.query(
      `create unique index install_segments_one_open on billing.install_segments (install_id) where ended_at is null`,
    );
    await q.query(`create index install_segments_closed_by on billing.install_segments (closed_by_event)`);
    await q.query(`create index install_segments_span on billing.install_segments (started_at, ended_at)`);
    await q.query(`create function billing.segment_pinned() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - array['ended_at', 'reported_ended_at', 'closed_by_event']) <> (to_jsonb(old) - array['ended_at', 'reported_ended_at', 'closed_by_event'])
           or old.ended_at is not null then
          raise exception 'billing: a segment only ever gets its end' using errcode = '42501', constraint = 'install_segments_pinned';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger pinned before update on billing.install_segments for each row execute function billing.segment_pinned()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on billing.install_segments for each statement execute function platform.refuse_change()`,
    );
  }

  private async periods(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.periods (
      month date primary key check (extract(day from month) = 1),
      state text not null default 'open' check (state in ('open', 'closing', 'closed')),
      requested_by text,
      closing_at timestamptz,
      lines_written_at timestamptz,
      closed_at timestamptz,
      check ((state = 'open') = (closing_at is null)),
      check ((state = 'closed') = (closed_at is not null)),
      check (state <> 'closed' or lines_written_at is not null))`);
    await q.query(`create function billing.month_end(month date) returns timestamptz language sql immutable as
      $$ select (month + interval '1 month')::timestamp at time zone 'UTC' $$`);
    await q.query(`create function billing.month_start(month date) returns timestamptz language sql immutable as
      $$ select month::timestamp at time zone 'UTC' $$`);
    await q.query(`create function billing.period_moves() returns trigger language plpgsql as $$
      begin
        if old.state = 'closed' or (old.state, new.state) not in (('open', 'open'), ('open', 'closing'), ('closing', 'closing'), ('closing', 'closed'))
           or new.month <> old.month then
          raise exception 'billing: month % cannot go from % to %', old.month, old.state, new.state using errcode = '23514', constraint = 'periods_forward';
        end if;
        if new.state <> 'open' and platform.portal_now() < billing.month_end(new.month) then
          raise exception 'billing: month % is not over', new.month using errcode = '23514', constraint = 'periods_month_over';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update on billing.periods for each row execute function billing.period_moves()`,
    );
    await q.query(`create function billing.period_starts_open() returns trigger language plpgsql as $$
      begin
        if new.state <> 'open' then
          raise exception 'billing: a month starts open' using errcode = '23514', constraint = 'periods_forward';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger starts_open before insert on billing.periods for each row execute function billing.period_starts_open()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on billing.periods for each statement execute function platform.refuse_change()`,
    );
  }

  private async invoices(q: QueryRunner): Promise<void> {
    // Numbers have no gaps: the counter's row is locked by whoever writes invoices and both commit together.
    await q.query(
      `create table billing.invoice_counter (only_row boolean primary key default true check (only_row), last_number bigint not null default 0)`,
    );
    await q.query(`insert into billing.invoice_counter default values`);
    await q.query(`create table billing.invoices (
      id uuid primary key,
      number_seq bigint not null unique check (number_seq > 0),
      number text not null generated always as ('DP-' || lpad(number_seq::text, greatest(6, length(number_seq::text)), '0')) stored,
      tenant_id uuid not null,
      tenant_name text not null,
      month date not null references billing.periods,
      currency text not null references ledger.currency,
      subtotal bigint not null check (subtotal > 0),
      tax bigint not null default 0 check (tax >= 0),
      total bigint not null generated always as (subtotal + tax) stored,
      state text not null default 'draft' check (state in ('draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible')),
      retry_count int not null default 0 check (retry_count >= 0),
      next_retry_at timestamptz,
      last_problem text,
      created_at timestamptz not null default platform.portal_now(),
      issued_at timestamptz,
      paid_at timestamptz,
      constraint invoices_one_per_month unique (tenant_id, month, currency),
      check ((state = 'draft') = (issued_at is null)),
      check ((state = 'paid') = (paid_at is not null)),
      check (next_retry_at is null or state in ('open', 'past_due')))`);
    await q.query(`create index invoices_month on billing.invoices (month, number_seq)`);
    await q.query(`create index invoices_tenant on billing.invoices (tenant_id, number_seq)`);
    await q.query(`create index invoices_draft on billing.invoices (number_seq) where state = 'draft'`);
    await q.query(`create index invoices_due on billing.invoices (next_retry_at) where next_retry_at is not null`);
    await q.query(`create function billing.invoice_pinned() returns trigger language plpgsql as $$
      begin
        if (new.id, new.number_seq, new.tenant_id, new.tenant_name, new.month, new.currency, new.subtotal, new.tax)
           is distinct from (old.id, old.number_seq, old.tenant_id, old.tenant_name, old.month, old.currency, old.subtotal, old.tax)
           or (old.issued_at is not null and new.issued_at is distinct from old.issued_at) then
          raise exception 'billing: an invoice is never rewritten' using errcode = '42501', constraint = 'invoices_pinned';
        end if;
        if old.state = 'paid' and new.state <> 'paid' then
          raise exception 'billing: invoice % is paid', old.number using errcode = '23514', constraint = 'invoices_paid_stays';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger pinned before update on billing.invoices for each row execute function billing.invoice_pinned()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on billing.invoices for each statement execute function platform.refuse_change()`,
    );
  }

  private async lines(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.invoice_lines (
      id uuid primary key,
      invoice_id uuid not null references billing.invoices,
      month date not null references billing.periods,
      segment_id uuid not null references billing.install_segments,
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
      author_bps int not null,
      author_share bigint not null check (author_share >= 0),
      platform_share bigint not null check (platform_share >= 0),
      constraint invoice_lines_once unique (segment_id, month),
      constraint invoice_lines_shares check (author_share + platform_share = gross),
      check (from_at < to_at and seconds between 1 and month_seconds),
      check (org_id is not null or author_share = 0))`);
    await q.query(`create index invoice_lines_invoice on billing.invoice_lines (invoice_id)`);
    await q.query(`create index invoice_lines_author on billing.invoice_lines (org_id, month)`);
    await q.query(`create function billing.lines_only_while_closing() returns trigger language plpgsql as $$
      declare bad date;
      begin
        -- The lock keeps the month from being closed between this check and the commit of the lines.
        perform 1 from billing.periods where month in (select distinct month from new_rows) for share;
        select n.month into bad from (select distinct month from new_rows) n join billing.periods p using (month)
          where p.state <> 'closing' or p.lines_written_at is not null limit 1;
        if found then
          raise exception 'billing: month % takes no lines now', bad using errcode = '23514', constraint = 'invoice_lines_month_closing';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger only_while_closing after insert on billing.invoice_lines referencing new table as new_rows
      for each statement execute function billing.lines_only_while_closing()`);
    await q.query(`create trigger append_only before update or delete or truncate on billing.invoice_lines
      for each statement execute function platform.refuse_change()`);
  }

  private async collecting(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.tenant_customers (
      tenant_id uuid primary key,
      customer_id text unique,
      payment_method_id text,
      brand text,
      last4 text,
      exp_month int,
      exp_year int,
      saved_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      check (payment_method_id is null or (customer_id is not null and saved_at is not null)))`);
    await q.query(`create table billing.payment_method_saves (
      id uuid primary key,
      tenant_id uuid not null references billing.tenant_customers,
      payment_method text not null,
      state text not null default 'sending' check (state in ('sending', 'saved', 'declined', 'requires_action', 'unknown')),
      problem text,
      requested_by uuid,
      created_at timestamptz not null default platform.portal_now())`);
    // One attempt = one key = one body. next_send_at is wall time and doubles as the lease of whoever sends.
    await q.query(`create table billing.payments (
      id uuid primary key,
      invoice_id uuid not null references billing.invoices,
      n int not null check (n > 0),
      idempotency_key text not null unique,
      state text not null default 'sending' check (state in ('sending', 'succeeded', 'declined', 'requires_action', 'void', 'stuck', 'surplus')),
      customer_id text not null,
      payment_method_id text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      sends int not null default 0,
      first_sent_at timestamptz,
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
      check ((state = 'sending') = (ended_at is null)))`);
    // The database allows one attempt that may move money, and one that did, per invoice.
    await q.query(
      `create unique index payments_one_live on billing.payments (invoice_id) where state in ('sending', 'succeeded', 'stuck')`,
    );
    await q.query(`create index payments_to_send on billing.payments (next_send_at) where state = 'sending'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema billing cascade`);
  }
}
