-- The approved amount is sent: the rows behind the hash never change, and nothing is reserved without approval.
create or replace function payouts.payout_check() returns trigger language plpgsql as $$
declare moves constant text[] := array['state', 'failure', 'failure_code', 'given_up_at', 'retries', 'settled_at'];
begin
  if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) or old.state in ('settled', 'cancelled') and new is distinct from old then
    raise exception 'payouts: payout % is frozen', old.id using errcode = '23514', constraint = 'payouts_frozen';
  end if;
  if old.state in ('computed', 'carried') and new.state = 'reserved' and not exists (
    select 1 from payouts.payout_approvals a join payouts.payout_runs r on r.id = a.run_id and r.input_hash = a.input_hash and r.computation = a.computation
    where r.id = new.run_id) then
    raise exception 'payouts: payout % has no approval', old.id using errcode = '23514', constraint = 'payouts_approved';
  end if;
  if old.state = 'carried' and new.state = 'reserved' and (old.failure is null or new.retries <= old.retries) then
    raise exception 'payouts: payout % has not failed', old.id using errcode = '23514', constraint = 'payouts_transition';
  end if;
  if (new.state, new.given_up_at) is distinct from (old.state, old.given_up_at) and payouts.given_up_since(old.id) is not null then
    raise exception 'payouts: payout % was given up', old.id using errcode = '23514', constraint = 'payouts_given_up';
  end if;
  return new;
end
$$;
