import { staffSearch } from '@portal/platform/http';

/** Finds payout runs by month, id, or the id of one of their payouts, for finance. */
export const SEARCH_RUNS = staffSearch(
  ['finance'],
  `select 'payout_run' as kind, r.id, r.month as name, r.prepared_by_name as note from payouts.payout_runs r
   where strpos(r.month, $1) > 0 or r.id = $3 or exists (select 1 from payouts.payouts p where p.run_id = r.id and p.id = $3)
   order by r.month desc, r.id limit $2`,
);
