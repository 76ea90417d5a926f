-- The last decision counts, and only as long as the payout is as it was decided.
create or replace function payouts.decisions_missing(run uuid) returns bigint language sql stable as $$
select count(*) from payouts.payouts p
left join lateral (select d.decision, d.amount from payouts.run_decisions d
  where d.run_id = p.run_id and d.org_id = p.org_id and d.currency = p.currency order by d.seq desc limit 1) last on true
where p.run_id = run and cardinality(p.to_decide) > 0
  and not coalesce(case last.decision when 'include' then last.amount = p.amount when 'carry' then p.amount = 0 else p.held > 0 end
    and last.decision is not null, false)
$$;
