create or replace function billing.period_starts_open() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'billing: a month starts open' using errcode = '23514', constraint = 'periods_forward';
  end if;
  return new;
end
$$;
