-- Only the preparer of the run before the approvers decides.
create or replace function payouts.run_decision_check() returns trigger language plpgsql as $$
declare run payouts.payout_runs;
begin
  select * into run from payouts.payout_runs where id = new.run_id for update;
  if run.prepared_by <> new.decided_by then
    raise exception 'payouts: only the preparer of run % decides', new.run_id using errcode = '23514', constraint = 'run_decisions_preparer';
  end if;
  if run.state <> 'computed' or run.computation <> new.computation then
    raise exception 'payouts: run % is not as it was decided about', new.run_id using errcode = '23514', constraint = 'run_decisions_state';
  end if;
  return new;
end
$$;
