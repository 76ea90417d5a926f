import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is the same for all rows of a close is asked once: the clock. And sums of amounts that fit in 64 bits are kept in
 * 64 bits all the way; one that leaves them is an error, upon which the month is computed in arbitrary width.
 */
export class BillingPlainSums1763700003810 implements MigrationInterface {
  name = 'BillingPlainSums1763700003810';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `create aggregate billing.sum64(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe)`,
    );
    await q.query(WRITE_LINES);
    await q.query(`create or replace function ledger.post_staged() returns table (posted bigint, repeated bigint) language plpgsql as $$
      declare
        given bigint;
        added bigint;
        bad text;
        booked_at timestamptz := platform.portal_now();
      begin
        perform pg_advisory_xact_lock_shared(x'6c656467'::int);
        if exists (select 1 from posting_legs where account_id is null) then
          insert into ledger.ledger_account (code, owner_id, currency, created_at)
            select distinct l.code, l.owner_id, l.currency, booked_at from posting_legs l where l.account_id is null order by 1, 2, 3
            on conflict do nothing;
          update posting_legs l set account_id = a.id from ledger.ledger_account a
            where l.account_id is null and a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency;
        end if;
        analyze posting_txs;
        analyze posting_legs;
        select count(*) into given from posting_txs;
        with counted as (select ref, count(*)::int as legs from posting_legs group by 1),
        booked as (
          insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, reverses_tx_id, expected_entries, posted_at)
          select t.kind, t.key, t.source_type, t.source_id, t.effective_at, t.reverses, coalesce(c.legs, 0), booked_at
          from posting_txs t left join counted c using (ref) order by t.key
          on conflict on constraint ledger_tx_idempotency_key do nothing
          returning id, idempotency_key)
        insert into posting_fresh select b.id, t.ref from booked b join posting_txs t on t.key = b.idempotency_key;
        get diagnostics added = row_count;
        if added < given then
          select t.idempotency_key into bad from posting_txs g join ledger.ledger_tx t on t.idempotency_key = g.key
            where not exists (select 1 from posting_fresh f where f.ref = g.ref)
              and ((t.kind, t.source_type, t.source_id, t.reverses_tx_id) is distinct from (g.kind, g.source_type, g.source_id, g.reverses)
                or exists (select l.account_id, l.currency, l.amount from posting_legs l where l.ref = g.ref
                  except all select e.account_id, e.currency, e.amount from ledger.ledger_entry e where e.tx_id = t.id)
                or exists (select e.account_id, e.currency, e.amount from ledger.ledger_entry e where e.tx_id = t.id
                  except all select l.account_id, l.currency, l.amount from posting_legs l where l.ref = g.ref))
            limit 1;
          if found then
            raise exception 'ledger: key % was posted with other content', bad using errcode = '23505', constraint = 'ledger_same_content';
          end if;
        end if;
        analyze posting_fresh;
        insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount)
          select f.id, row_number() over (partition by f.id), l.account_id, l.currency, l.amount
          from posting_fresh f join posting_legs l using (ref);
        return query select added, given - added;
      end $$`);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('functions of an earlier release are not put back: restore a backup instead'));
  }
}

/**
 * All lines and draft invoices of a month. domain/proration.ts and domain/split.ts of billing say the same; a test holds
 * the two together. Seconds are cut at both ends; days are those touched, each once per install.
 */
const WRITE_LINES = `create or replace function billing.write_lines(closing date, unit text) returns table (invoices bigint, lines bigint)
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
    made_at timestamptz := platform.portal_now();
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
          select gen_random_uuid() as id, tenant_id, currency, %s(gross) as subtotal, min(tenant_name) as first_name, max(tenant_name) as last_name
          from (%s) p group by 2, 3', case when wide then 'sum' else 'billing.sum64' end, priced);
        analyze pg_temp.closing_invoices;
        insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal, created_at)
          select i.id, last + row_number() over (order by i.tenant_id, i.currency), i.tenant_id, coalesce(n.tenant_name, i.last_name), closing, i.currency, i.subtotal, made_at
          from pg_temp.closing_invoices i left join (
            select distinct on (s.tenant_id) s.tenant_id, s.tenant_name from billing.install_segments s
            where s.started_at < b and s.tenant_id in (select r.tenant_id from pg_temp.closing_invoices r where r.first_name <> r.last_name)
            order by s.tenant_id, s.started_at desc, s.id desc) n using (tenant_id);
        get diagnostics invoices = row_count;
        -- What follows at once is planned by what is there now. The invoices of the month are joined where they are stored:
        -- a table of this connection alone would keep other processes from helping.
        analyze billing.invoices;
        priced := format('select p.*, i.id as invoice_id, md5(p.id::text || %1$L)::uuid as line_id
          from (%2$s) p join billing.invoices i on i.month = %1$L and i.tenant_id = p.tenant_id and i.currency = p.currency', closing, priced);
        -- What sorts last is unique already: the price, the seconds and the id of a line are named there only to be
        -- computed once and below the sort, where several processes share the work.
        execute format('create table billing.%1$I as
          select s.line_id as id, s.invoice_id, %2$L::date as month, s.id as segment_id, s.install_id, s.drive_id, s.org_id,
            s.drive_name, s.venture_name, s.currency, s.price_id, s.amount as price_amount, s.from_at, s.to_at, s.secs as seconds,
            %3$s::bigint as month_seconds, s.gross, s.author_bps, s.share as author_share, s.gross - s.share as platform_share, %4$L::text as proration_unit
          from (' || case when wide then '
            select *, (case when by_line then div(part + 5000, 10000) else div(reached + 5000, 10000) - div(reached - part + 5000, 10000) end)::bigint as share
            from (select *, sum(part) filter (where not by_line) over (partition by org_id, currency order by install_id, started_at, id) as reached
              from (select p.*, gross::numeric * author_bps as part, p.split_rule_id = any (%6$L::int[]) as by_line from (%5$s) p) p) r'
          else '
            select *, (reached + 5000) / 10000 - (reached - gross * author_bps + 5000) / 10000 as share
            from (select *, billing.sum64(gross * author_bps) over (partition by org_id, currency
                order by install_id, started_at, id, gross, secs, line_id rows unbounded preceding) as reached
              from (%5$s) p) r' end || ') s', part, closing, total, unit, priced, by_line);
        get diagnostics lines = row_count;
        exit;
      exception when numeric_value_out_of_range then
        if wide then raise; end if;
        wide := true;
      end;
    end loop;
    perform billing.attach_lines(part, closing);
    execute format('analyze billing.%I (invoice_id, org_id, month, currency)', part);
    update billing.invoice_counter set last_number = last_number + invoices;
    update billing.periods p set lines_written_at = platform.portal_now(), proration_unit = unit, invoices_made = invoices, lines_made = lines where p.month = closing;
    drop table pg_temp.closing_invoices;
    return next;
  end $$`;
