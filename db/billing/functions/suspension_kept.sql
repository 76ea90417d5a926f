create or replace function billing.suspension_kept() returns trigger language plpgsql as $$
begin
  if old.resumed_at is not null or (to_jsonb(new) - 'resumed_at') <> (to_jsonb(old) - 'resumed_at') then
    raise exception 'billing: a suspension only ever gets its end' using errcode = '42501', constraint = 'suspensions_kept';
  end if;
  return new;
end
$$;
