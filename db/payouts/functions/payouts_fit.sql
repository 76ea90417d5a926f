-- Payouts come while their run is computed, before anybody approves it, and go to the account of their author.
create or replace function payouts.payouts_fit() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n left join payouts.payout_runs r on r.id = n.run_id
      left join payouts.payout_accounts a on a.id = n.payout_account_id and a.org_id = n.org_id and a.active
      where r.state is distinct from 'computing' or n.amount > 0 and a.provider_account_id is distinct from n.provider_account_id) then
    raise exception 'payouts: a payout is computed with its run, for its author' using errcode = '23514', constraint = 'payouts_of_run';
  end if;
  return null;
end
$$;
