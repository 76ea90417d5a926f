-- Writes the draft invoices and the lines of a frozen month.
create or replace function billing.write_lines(closing date)
returns table(invoices bigint, lines bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp set work_mem = '64MB' as $$
declare
  closing_end timestamptz := billing.month_end(closing);
  last bigint;
begin
  perform from billing.periods p
    where p.month = closing and p.state = 'closing' and p.frozen_at is not null and p.lines_written_at is null for update;
  if not found then
    raise exception 'billing: month % takes no lines now', closing using errcode = '23514', constraint = 'invoice_lines_month_closing';
  end if;
  select c.last_number into last from billing.invoice_counter c for update;

  insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
    select gen_random_uuid(), last + row_number() over (order by c.tenant_id, c.currency), c.tenant_id,
      (array_agg(c.tenant_name order by c.from_at desc, c.segment_id desc))[1], closing, c.currency, sum(c.gross)
    from billing.charges(closing, closing_end) c
    group by c.tenant_id, c.currency;
  get diagnostics invoices = row_count;
  -- What follows, here and in booking, is planned by the number of rows that this month has.
  analyze billing.invoices;

  insert into billing.invoice_lines (id, invoice_id, month, segment_id, install_id, drive_id, org_id, drive_name, venture_name,
      currency, price_id, price_amount, from_at, to_at, seconds, month_seconds, gross, author_bps, author_share, platform_share)
    select gen_random_uuid(), i.id, closing, c.segment_id, c.install_id, c.drive_id, c.org_id, c.drive_name, c.venture_name,
      c.currency, c.price_id, c.price_amount, c.from_at, c.to_at, c.seconds, c.month_seconds, c.gross, c.author_bps, c.author_share,
      c.gross - c.author_share
    from billing.month_lines(closing) c
    join billing.invoices i on i.month = closing and i.tenant_id = c.tenant_id and i.currency = c.currency;
  get diagnostics lines = row_count;
  analyze billing.invoice_lines;

  update billing.invoice_counter set last_number = last_number + invoices;
  -- The shares of a month are stored with it: lines never change, and a list of months must not add up all of them.
  update billing.periods p set lines_written_at = platform.portal_now(), invoices_made = invoices, lines_made = lines, shares = (
      select coalesce(jsonb_object_agg(s.currency, jsonb_build_object('author', s.author, 'platform', s.platform)), '{}')
      from (select l.currency, sum(l.author_share)::text as author, sum(l.platform_share)::text as platform
        from billing.invoice_lines l where l.month = closing group by l.currency) s)
    where p.month = closing;
  return next;
end
$$;
