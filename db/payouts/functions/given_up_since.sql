-- Since when a failed payout is not tried again: finance gave it up, or a later run that counts its amount was executed.
create or replace function payouts.given_up_since(payout uuid) returns timestamptz language sql stable as $$
select coalesce(p.given_up_at, (select min(later.executed_at) from payouts.payout_runs later
  where (later.cutoff_tx, later.id) > (own.cutoff_tx, own.id) and later.state <> 'cancelled'))
from payouts.payouts p join payouts.payout_runs own on own.id = p.run_id
where p.id = payout and p.state = 'carried' and p.failure is not null
$$;
