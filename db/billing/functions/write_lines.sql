-- All lines and draft invoices of a month. test/money/reference/ has the same in TypeScript, and
-- test/money/case-17-rounding.int-spec.ts compares the two. Seconds are cut at both ends; days are those touched, each once per install.
create or replace function billing.write_lines(closing date, unit text)
returns table(invoices bigint, lines bigint)
language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set work_mem = '256MB'
  set maintenance_work_mem = '256MB'
  set jit = off
  set max_parallel_workers_per_gather = 2 as $$
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
      -- The following statements are planned with current statistics. The invoices of the month are joined where they
      -- are stored: a table of this connection alone would keep other processes from helping.
      analyze billing.invoices;
      priced := format('select p.*, i.id as invoice_id, billing.line_id(p.id, %1$L) as line_id
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
  update billing.periods p set shares = billing.month_shares(closing), lines_written_at = platform.portal_now(), proration_unit = unit, invoices_made = invoices, lines_made = lines where p.month = closing;
  drop table pg_temp.closing_invoices;
  return next;
end
$$;
