create or replace function billing.may_close() returns trigger language plpgsql as $$
declare
  refused text := billing.close_refused(new.month);
begin
  if refused is not null then
    raise exception 'billing: % cannot be closed: %', new.month, refused using errcode = '23514', constraint = 'periods_may_close';
  end if;
  return new;
end
$$;
