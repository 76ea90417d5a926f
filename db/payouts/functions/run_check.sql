-- A run leaves "computed" for "approved" only with an approval on its present hash, and its set is frozen.
create or replace function payouts.run_check() returns trigger language plpgsql as $$
declare needed int; given int;
begin
  if new.month <> old.month or new.id <> old.id then
    raise exception 'payouts: run % is for its month', old.id using errcode = '23514', constraint = 'payout_runs_frozen';
  end if;
  -- Computed in one step; who resets it to be computed again prepares it.
  if (new.input_hash, new.cutoff_tx, new.computation, new.approvals_needed) is distinct from (old.input_hash, old.cutoff_tx, old.computation, old.approvals_needed)
        and (old.state, new.state) <> ('computing', 'computed')
      or (new.prepared_by, new.prepared_by_name) is distinct from (old.prepared_by, old.prepared_by_name) and new.state <> 'draft' then
    raise exception 'payouts: what run % consists of is frozen', old.id using errcode = '23514', constraint = 'payout_runs_frozen';
  end if;
  -- Every preparation has its own number, so that approvals of an earlier one do not count, whatever its hash was.
  if old.state in ('draft', 'computing') and new.state = 'computed' and new.computation <= old.computation then
    raise exception 'payouts: run % needs a new computation', old.id using errcode = '23514', constraint = 'payout_runs_computation';
  end if;
  if new.state in ('approved', 'executing') and old.state in ('computed', 'approved') then
    select new.approvals_needed, count(*) into needed, given from payouts.payout_approvals a
      where a.run_id = new.id and a.computation = new.computation and a.input_hash = new.input_hash and a.user_id <> new.prepared_by
        and approvals.holds_role(a.user_id, array['finance']);
    if given < needed then
      raise exception 'payouts: run % has no approval by % persons', old.id, needed using errcode = '23514', constraint = 'payout_runs_approved';
    end if;
  end if;
  return new;
end
$$;
