-- Without an approval a month is closed by one person only within the limit, whoever writes.
create or replace function billing.closed_alone() returns trigger language plpgsql as $$
begin
  if billing.close_needs_two(new.month) then
    raise exception 'billing: month % is closed by two people', new.month using errcode = '23514', constraint = 'periods_second_person';
  end if;
  return new;
end
$$;
