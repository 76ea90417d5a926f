create or replace function billing.lines_only_by_close() returns trigger language plpgsql as $$
begin
  raise exception 'billing: lines come with the close of their month' using errcode = '23514', constraint = 'invoice_lines_month_closing';
end
$$;
