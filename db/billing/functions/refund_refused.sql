-- It fails as the provider answered an attempt, or with the provider's own id, which left_alone goes on counting.
create or replace function billing.refund_refused() returns trigger language plpgsql as $$
begin
  if not exists (select from billing.refund_attempts a where a.refund_id = old.id and a.state = 'refused' and a.xmin = pg_current_xact_id()::xid) then
    raise exception 'billing: nobody refused refund %', old.id using errcode = '23514', constraint = 'refunds_refused';
  end if;
  return new;
end
$$;
