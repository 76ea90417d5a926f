-- What is against a commercial change now, as the name of the constraint, when it is proposed and when it is approved: null for
-- nothing. Prices of the host network are below those of the open market, at every instant from the change on.
create or replace function listings.commercial_refusal(c listings.commercial_changes) returns text language sql stable as $$
select case
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
end
$$;
