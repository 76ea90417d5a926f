create or replace function billing.period_month_over() returns trigger language plpgsql as $$
begin
  if platform.portal_now() < billing.month_end(new.month) then
    raise exception 'billing: month % is not over', new.month using errcode = '23514', constraint = 'periods_month_over';
  end if;
  return new;
end
$$;
