create or replace function billing.period_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' or (old.state, new.state) not in (('open', 'open'), ('open', 'closing'), ('closing', 'closing'), ('closing', 'closed'))
     or new.month <> old.month then
    raise exception 'billing: month % cannot go from % to %', old.month, old.state, new.state using errcode = '23514', constraint = 'periods_forward';
  end if;
  if new.state <> 'open' and platform.portal_now() < billing.month_end(new.month) then
    raise exception 'billing: month % is not over', new.month using errcode = '23514', constraint = 'periods_month_over';
  end if;
  return new;
end
$$;
