-- What is against a commercial change now, as the name of the constraint, when it is proposed and when it is approved: null for
-- nothing. Prices of the host network are below those of the open market, at every instant from the change on.
create or replace function listings.commercial_refusal(c listings.commercial_changes) returns text language sql stable as $$
select case
  when coalesce(c.amount_minor::text, c.model) is not null and not stripe_gateway.settles(c.currency) then 'commercial_changes_settled'
  when c.kind = 'tier_price' and exists (select from listings.prices p where (p.tier, p.currency) = (c.tier, c.currency) and p.audience <> c.audience
      and coalesce(p.valid_to, 'infinity') > greatest(c.valid_from, platform.portal_now())
      and case c.audience when 'host_network' then c.amount_minor >= p.amount_minor else p.amount_minor >= c.amount_minor end)
    then 'commercial_changes_network_lower'
  when c.model = 'author_billing' and exists (select from listings.listings l where l.drive_id = c.drive_id and l.state not in ('unlisted', 'retired', 'removed'))
      and not coalesce((select bool_and(p.value ? c.currency) from billing.policies p where p.key = 'listing_fee' and p.valid_from >= (
        select max(q.valid_from) from billing.policies q where q.key = p.key and q.valid_from <= platform.portal_now())), false)
    then 'commercial_changes_fee_set'
  when c.model <> 'first_party' and exists (select from secrets.drive_signing s where s.drive_id = c.drive_id and s.scope = 'fleet')
    then 'commercial_changes_fleet_key'
  -- It changes nothing unless plans decide the price and the live manifest, or the newest that was read, has such a plan by the month.
  when c.plan is not null and not exists (select from listings.revisions r join listings.listings l using (drive_id), jsonb_path_query(r.manifest, '$.pricing.plans[*]') plan
      where r.drive_id = c.drive_id and (r.id = l.live_revision_id or r.created_at = (select max(n.created_at) from listings.revisions n where n.drive_id = c.drive_id))
        and plan->>'id' = c.plan and plan->>'interval' = 'month' and exists (select from ledger.currency where code = lower(r.manifest #>> '{pricing,currency}'))
        and (select p.value #>> '{}' from billing.policies p where p.key = 'price_source' and p.valid_from <= platform.portal_now()
          order by p.valid_from desc, p.version desc limit 1) = 'plan')
    then 'commercial_changes_plan_sold'
end
$$;
