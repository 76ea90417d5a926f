create or replace function billing.lines_only_by_close() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct month from new_rows) n left join billing.periods p on p.month = n.month
      where p.state is distinct from 'closing' or p.frozen_at is null or p.lines_written_at is not null) then
    raise exception 'billing: lines come with the close of their month' using errcode = '23514', constraint = 'invoice_lines_month_closing';
  end if;
  return null;
end
$$;
