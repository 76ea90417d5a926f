create or replace function payouts.recovery_is_approved() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from payouts.recoveries r where r.id::text = new.source_id and r.state = 'approved' and new.kind = 'recovery_' || r.how) then
    raise exception 'payouts: % is posted for what two people approved only', new.kind using errcode = '23514', constraint = 'recoveries_approved_by_two';
  end if;
  return null;
end
$$;
