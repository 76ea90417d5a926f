import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines in one partition per month, loaded whole and given their keys afterwards: a million rows cost a scan, a sort and
 * three index builds instead of a million look-ups. Lines come no other way, so no foreign key is checked row by row:
 * what they refer to is what they are made from, and is never deleted.
 *
 * Also what shapes a line or an invoice: days or seconds, trials, splits of single authors or Drives, and amounts too
 * small to charge, which the tenant's next invoice takes over.
 */
export class BillingLinesByMonth1763700002210 implements MigrationInterface {
  name = 'BillingLinesByMonth1763700002210';

  async up(q: QueryRunner): Promise<void> {
    await this.segments(q);
    await this.splits(q);
    await this.periods(q);
    await this.carrying(q);
    await this.partitions(q);
    await q.query(PRICED_SEGMENTS);
    await q.query(WRITE_LINES);
  }

  private async segments(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.install_segments
      add column trial_ends_at timestamptz check (trial_ends_at >= started_at),
      drop constraint install_segments_amount_check,
      add constraint install_segments_amount_check check (amount between 0 and 100000000000000000)`);
    // Few are so large that a price times the microseconds of a month leaves 64 bits; those months are computed wider.
    await q.query(
      `create index install_segments_large on billing.install_segments (started_at) where amount > 1000000000000`,
    );
  }

  private async splits(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.split_rules
      add column org_id uuid, add column drive_id uuid, add column reason text, add column set_by text,
      add constraint split_rules_one_scope check (num_nonnulls(org_id, drive_id) <= 1),
      drop constraint split_rules_rounding_check,
      add constraint split_rules_rounding_check check (rounding in ('running_half_up', 'line_half_up')),
      drop constraint split_rules_no_overlap,
      add constraint split_rules_no_overlap exclude using gist (
        coalesce(org_id, '00000000-0000-0000-0000-000000000000') with =,
        coalesce(drive_id, '00000000-0000-0000-0000-000000000000') with =,
        tstzrange(valid_from, valid_to) with &&)`);
    // The policy is the rule for everybody; rules of single authors and Drives go on beside it.
    await q.query(`create or replace function billing.policy_share() returns trigger language plpgsql as $$
      begin
        update billing.split_rules set valid_to = new.valid_from where valid_to is null and org_id is null and drive_id is null;
        insert into billing.split_rules (author_bps, base, rounding, valid_from)
          values ((new.value->>'basis_points')::int, new.value->>'base', new.value->>'rounding' || '_half_up', new.valid_from);
        return null;
      end $$`);
    await q.query(`create function billing.split_rule_kept() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (to_jsonb(new) - 'valid_to') <> (to_jsonb(old) - 'valid_to') or old.valid_to is not null then
          raise exception 'billing: a split rule only ever gets its end' using errcode = '42501', constraint = 'split_rules_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before update or delete on billing.split_rules for each row execute function billing.split_rule_kept()`,
    );
  }

  private async periods(q: QueryRunner): Promise<void> {
    // From this moment on nothing that is told changes what the month bills: an end becomes one of the next month.
    await q.query(`alter table billing.periods add column frozen_at timestamptz,
      add column proration_unit text check (proration_unit in ('seconds', 'days')),
      add column invoices_made bigint, add column lines_made bigint`);
    await q.query(`alter table billing.periods disable trigger moves`);
    await q.query(
      `update billing.periods set frozen_at = lines_written_at, proration_unit = 'seconds' where lines_written_at is not null`,
    );
    await q.query(`alter table billing.periods enable trigger moves`);
    await q.query(`alter table billing.periods
      add check (frozen_at is null or state <> 'open'), add check (lines_written_at is null or frozen_at is not null)`);
  }

  private async carrying(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.invoices
      add column carried_from uuid references billing.invoices,
      add column carried_in bigint not null default 0 check (carried_in >= 0),
      add column carried_out bigint not null default 0 check (carried_out >= 0),
      add column amount_due bigint generated always as (subtotal + tax + carried_in - carried_out) stored check (amount_due >= 0),
      add constraint invoices_carried_once unique (carried_from),
      add constraint invoices_carried_from check ((carried_from is null) = (carried_in = 0)),
      add constraint invoices_something_due check (state not in ('open', 'past_due') or amount_due > 0)`);
    await q.query(`alter table billing.invoices disable trigger pinned`);
    await q.query(`update billing.invoices set carried_out = total where state = 'below_minimum'`);
    await q.query(`create or replace function billing.open_amount(invoice uuid) returns bigint language sql stable as $$
      select i.amount_due - coalesce((select sum(c.total) from billing.credit_notes c where c.invoice_id = i.id and c.kind = 'cancellation'), 0)::bigint
      from billing.invoices i where i.id = invoice $$`);
    await q.query(`alter table billing.invoices enable trigger pinned`);
    await q.query(`alter table billing.invoices
      add constraint invoices_below_minimum check (state <> 'below_minimum' or (amount_due = 0 and carried_out > 0))`);
    await q.query(`create index invoices_carrying on billing.invoices (tenant_id, currency) where carried_out > 0`);
    await q.query(`create or replace function billing.invoice_pinned() returns trigger language plpgsql as $$
      begin
        if (new.id, new.number_seq, new.tenant_id, new.tenant_name, new.month, new.currency, new.subtotal, new.tax)
           is distinct from (old.id, old.number_seq, old.tenant_id, old.tenant_name, old.month, old.currency, old.subtotal, old.tax)
           or (old.issued_at is not null and (new.issued_at, new.carried_from, new.carried_in, new.carried_out)
             is distinct from (old.issued_at, old.carried_from, old.carried_in, old.carried_out)) then
          raise exception 'billing: an invoice is never rewritten' using errcode = '42501', constraint = 'invoices_pinned';
        end if;
        if old.state = 'paid' and new.state <> 'paid' then
          raise exception 'billing: invoice % is paid', old.number using errcode = '23514', constraint = 'invoices_paid_stays';
        end if;
        return new;
      end $$`);
    // What is taken over is what the other invoice gave, of the same tenant and in the same currency.
    await q.query(`create function billing.carry_matches() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from billing.invoices p where p.id = new.carried_from and p.tenant_id = new.tenant_id
             and p.currency = new.currency and p.carried_out = new.carried_in and p.number_seq < new.number_seq) then
          raise exception 'billing: invoice % takes over what was not carried', new.number using errcode = '23514', constraint = 'invoices_carry_matches';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger carry_matches after insert or update of carried_from, carried_in on billing.invoices
      for each row when (new.carried_from is not null) execute function billing.carry_matches()`);
  }

  private async partitions(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.invoice_lines rename to invoice_lines_old`);
    await q.query(`alter table billing.invoice_lines_old add column proration_unit text not null default 'seconds'`);
    await q.query(`create table billing.invoice_lines (
      id uuid not null,
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
      gross bigint not null,
      author_bps int not null,
      author_share bigint not null,
      platform_share bigint not null,
      proration_unit text not null) partition by list (month)`);
    for (const [name, check] of LINE_CHECKS)
      await q.query(`alter table billing.invoice_lines add constraint ${name} check (${check})`);
    await q.query(`alter table billing.invoice_lines add constraint invoice_lines_key primary key (month, id)`);
    await q.query(
      `alter table billing.invoice_lines add constraint invoice_lines_segment_once unique (segment_id, month)`,
    );
    await q.query(`create index invoice_lines_by_invoice on billing.invoice_lines (invoice_id)`);
    await q.query(`create index invoice_lines_by_author on billing.invoice_lines (org_id, month)`);
    await q.query(`drop function billing.lines_only_while_closing() cascade`);
    await q.query(`create function billing.lines_only_by_close() returns trigger language plpgsql as $$
      begin
        raise exception 'billing: lines come with the close of their month' using errcode = '23514', constraint = 'invoice_lines_month_closing';
      end $$`);
    await q.query(ATTACH_LINES);
    await q.query(`do $$ declare m date; part text;
      begin
        for m in select distinct month from billing.invoice_lines_old order by 1 loop
          part := 'invoice_lines_' || to_char(m, 'YYYYMM');
          execute format('create table billing.%I as select id, invoice_id, month, segment_id, install_id, drive_id, org_id, drive_name,
            venture_name, currency, price_id, price_amount, from_at, to_at, seconds, month_seconds, gross, author_bps, author_share,
            platform_share, proration_unit from billing.invoice_lines_old where month = %L', part, m);
          perform billing.attach_lines(part, m);
        end loop;
      end $$`);
    await q.query(`drop table billing.invoice_lines_old`);
    await q.query(
      `create trigger only_by_close before insert on billing.invoice_lines for each statement execute function billing.lines_only_by_close()`,
    );
    await q.query(`create trigger append_only before update or delete or truncate on billing.invoice_lines
      for each statement execute function platform.refuse_change()`);
  }

  async down(): Promise<void> {
    return Promise.reject(
      new Error('invoices that were carried have no place in the earlier tables: restore a backup instead'),
    );
  }
}

/** The same on the partitioned table and on every month before it is attached. */
const LINE_CHECKS: [name: string, check: string][] = [
  ['invoice_lines_gross_check', 'gross > 0'],
  ['invoice_lines_shares', 'author_share + platform_share = gross and author_share >= 0 and platform_share >= 0'],
  ['invoice_lines_span', 'from_at < to_at and seconds between 1 and month_seconds'],
  ['invoice_lines_first_party', 'org_id is not null or author_share = 0'],
  ['invoice_lines_unit', `proration_unit in ('seconds', 'days')`],
];

const NOT_NULL =
  `id invoice_id month segment_id install_id drive_id drive_name venture_name currency price_id price_amount from_at to_at
  seconds month_seconds gross author_bps author_share platform_share proration_unit`.split(/\s+/);

/** Gives a loaded table the checks, keys and triggers of a month and makes it part of billing.invoice_lines. Owner only. */
const ATTACH_LINES = `create function billing.attach_lines(part text, month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    execute format('alter table billing.%I add constraint invoice_lines_month_only check (month is not null and month = %L::date), ${[
      ...LINE_CHECKS.map(([name, check]) => `add constraint ${name} check (${check.replaceAll("'", "''")})`),
      ...NOT_NULL.map((column) => `alter column ${column} set not null`),
    ].join(', ')}', part, month);
    execute format('alter table billing.%I add constraint %I primary key (month, id)', part, part || '_key');
    execute format('alter table billing.%I add constraint %I unique (segment_id, month)', part, part || '_segment_once');
    execute format('create index %I on billing.%I (invoice_id)', part || '_by_invoice', part);
    execute format('create index %I on billing.%I (org_id, month)', part || '_by_author', part);
    execute format('alter table billing.invoice_lines attach partition billing.%I for values in (%L)', part, month);
    execute format('create trigger only_by_close before insert on billing.%I for each statement execute function billing.lines_only_by_close()', part);
    execute format('create trigger append_only before update or delete or truncate on billing.%I for each statement execute function platform.refuse_change()', part);
  end $$`;

/** The query of all segments of a month with what each costs; plain expressions, so that it is planned in parallel. */
const PRICED_SEGMENTS = `create function billing.priced_segments(a timestamptz, b timestamptz, total bigint, unit text, wide boolean) returns text
  language sql stable as $$
    select format(case unit when 'days' then
      'select *, %4$s as gross from (select *, 86400 * greatest(0, last_day - greatest(first_day, coalesce(max(last_day) over (partition by install_id
           order by started_at, id rows between unbounded preceding and 1 preceding), 0))) as secs
         from (select *, floor(date_part(''epoch'', from_at) / 86400)::bigint as first_day, ceil(date_part(''epoch'', to_at) / 86400)::bigint as last_day
           from (%5$s) span where from_at < to_at) touched) timed where secs > 0 and %4$s > 0'
      else
      'select *, %4$s as gross from (select *, case when ended_at is null and trial_ends_at is null and started_at <= %1$L then %3$s
           else floor(date_part(''epoch'', to_at))::bigint - floor(date_part(''epoch'', from_at))::bigint end as secs
         from (%5$s) span) timed where secs > 0 and %4$s > 0' end,
      a, b, total,
      case when wide then format('div(2 * amount::numeric * secs + %1$s, 2 * %1$s)::bigint', total) else format('(2 * amount * secs + %1$s) / (2 * %1$s)', total) end,
      format('select id, tenant_id, install_id, drive_id, org_id, tenant_name, drive_name, venture_name, currency, price_id, amount, author_bps, split_rule_id,
           started_at, ended_at, trial_ends_at, greatest(started_at, trial_ends_at, %1$L::timestamptz) as from_at,
           least(coalesce(ended_at, %2$L), %2$L::timestamptz) as to_at
         from billing.install_segments
         where price_id is not null and started_at < %2$L and (ended_at is null or ended_at > %1$L) and (trial_ends_at is null or trial_ends_at < %2$L)', a, b))
  $$`;

/**
 * All lines and draft invoices of a month. domain/proration.ts and domain/split.ts of billing say the same; a test holds
 * the two together. Seconds are cut at both ends; days are those touched, each once per install.
 */
const WRITE_LINES = `create function billing.write_lines(closing date, unit text) returns table (invoices bigint, lines bigint)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  set work_mem = '256MB' set maintenance_work_mem = '256MB' set jit = off set max_parallel_workers_per_gather = 2 as $$
  declare
    period record;
    a timestamptz := billing.month_start(closing);
    b timestamptz := billing.month_end(closing);
    total bigint := extract(epoch from billing.month_end(closing) - billing.month_start(closing))::bigint;
    part text := 'invoice_lines_' || to_char(closing, 'YYYYMM');
    wide boolean;
    by_line int[];
    last bigint;
    priced text;
  begin
    select p.state, p.frozen_at, p.lines_written_at into period from billing.periods p where p.month = closing for update;
    if not found or period.state <> 'closing' or period.frozen_at is null or period.lines_written_at is not null then
      raise exception 'billing: month % takes no lines now', closing using errcode = '23514', constraint = 'invoice_lines_month_closing';
    end if;
    select c.last_number into last from billing.invoice_counter c for update;
    by_line := array(select r.id from billing.split_rules r where r.rounding = 'line_half_up');
    wide := cardinality(by_line) > 0 or exists (select 1 from billing.install_segments s where s.amount > 1000000000000 and s.started_at < b);
    loop
      -- Computed in 64 bits; in arbitrary width where that turns out to be too narrow, or where lines are rounded by themselves.
      begin
        priced := billing.priced_segments(a, b, total, unit, wide);
        execute format('create temp table closing_invoices on commit drop as
          select gen_random_uuid() as id, tenant_id, currency, sum(gross) as subtotal, min(tenant_name) as first_name, max(tenant_name) as last_name
          from (%s) p group by 2, 3', priced);
        analyze pg_temp.closing_invoices;
        execute format(case when wide then 'create table billing.%1$I as
          select md5(s.id::text || %2$L)::uuid as id, i.id as invoice_id, %2$L::date as month, s.id as segment_id, s.install_id, s.drive_id, s.org_id,
            s.drive_name, s.venture_name, s.currency, s.price_id, s.amount as price_amount, s.from_at, s.to_at, s.secs as seconds,
            %3$s::bigint as month_seconds, s.gross, s.author_bps, s.share as author_share, s.gross - s.share as platform_share, %4$L::text as proration_unit
          from (select *, (case when by_line then div(2 * part + 10000, 20000)
              else div(2 * reached + 10000, 20000) - div(2 * (reached - part) + 10000, 20000) end)::bigint as share
            from (select *, sum(part) filter (where not by_line) over (partition by org_id, currency order by install_id, started_at, id) as reached
              from (select p.*, gross::numeric * author_bps as part, p.split_rule_id = any (%6$L::int[]) as by_line from (%5$s) p) p) r) s
          join pg_temp.closing_invoices i using (tenant_id, currency)'
        else 'create table billing.%1$I as
          select md5(s.id::text || %2$L)::uuid as id, i.id as invoice_id, %2$L::date as month, s.id as segment_id, s.install_id, s.drive_id, s.org_id,
            s.drive_name, s.venture_name, s.currency, s.price_id, s.amount as price_amount, s.from_at, s.to_at, s.secs as seconds,
            %3$s::bigint as month_seconds, s.gross, s.author_bps, s.share as author_share, s.gross - s.share as platform_share, %4$L::text as proration_unit
          from (select *, (2 * reached + 10000) / 20000 - (2 * (reached - gross * author_bps) + 10000) / 20000 as share
            from (select *, (sum(gross * author_bps) over (partition by org_id, currency order by install_id, started_at, id))::bigint as reached
              from (%5$s) p) r) s
          join pg_temp.closing_invoices i using (tenant_id, currency)' end, part, closing, total, unit, priced, by_line);
        exit;
      exception when numeric_value_out_of_range then
        if wide then raise; end if;
        wide := true;
      end;
    end loop;
    insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
      select i.id, last + row_number() over (order by i.tenant_id, i.currency), i.tenant_id, coalesce(n.tenant_name, i.last_name), closing, i.currency, i.subtotal
      from pg_temp.closing_invoices i left join (
        select distinct on (s.tenant_id) s.tenant_id, s.tenant_name from billing.install_segments s
        where s.started_at < b and s.tenant_id in (select r.tenant_id from pg_temp.closing_invoices r where r.first_name <> r.last_name)
        order by s.tenant_id, s.started_at desc, s.id desc) n using (tenant_id);
    get diagnostics invoices = row_count;
    perform billing.attach_lines(part, closing);
    -- What follows at once is planned by what is there now.
    execute format('analyze billing.%I', part);
    analyze billing.invoices;
    execute format('select count(*) from billing.%I', part) into lines;
    update billing.invoice_counter set last_number = last_number + invoices;
    update billing.periods p set lines_written_at = platform.portal_now(), proration_unit = unit, invoices_made = invoices, lines_made = lines where p.month = closing;
    drop table pg_temp.closing_invoices;
    return next;
  end $$`;
