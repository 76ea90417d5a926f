-- The approver is another person of finance who decided nothing, and approves the present set.
create or replace function payouts.approval_check() returns trigger language plpgsql as $$
declare run payouts.payout_runs;
begin
  select * into run from payouts.payout_runs where id = new.run_id for update;
  if run.prepared_by = new.user_id then
    raise exception 'payouts: the preparer of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_second_person';
  end if;
  if exists (select 1 from payouts.run_decisions d where d.run_id = new.run_id and d.decided_by = new.user_id) then
    raise exception 'payouts: who decided about payouts of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_not_decided';
  end if;
  if run.state not in ('computed', 'approved') then
    raise exception 'payouts: run % is %, not computed', new.run_id, run.state using errcode = '23514', constraint = 'payout_approvals_state';
  end if;
  if run.input_hash <> new.input_hash or run.computation <> new.computation then
    raise exception 'payouts: the approval of run % is for another set', new.run_id using errcode = '23514', constraint = 'payout_approvals_hash';
  end if;
  if run.state = 'computed' and payouts.decisions_missing(new.run_id) > 0 then
    raise exception 'payouts: unusual payouts of run % are undecided', new.run_id using errcode = '23514', constraint = 'payout_approvals_all_decided';
  end if;
  if not approvals.holds_role(new.user_id, array['finance']) or not approvals.holds_role(run.prepared_by, array['finance']) then
    raise exception 'payouts: two people of finance prepare and approve run %', new.run_id using errcode = '23514', constraint = 'payout_approvals_role';
  end if;
  return new;
end
$$;
