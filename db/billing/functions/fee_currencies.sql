-- In which currencies authors of live listings pay a listing fee.
create or replace function billing.fee_currencies() returns setof text language sql stable as $$
select distinct m.currency from listings.listings l cross join lateral (select c.model, c.currency from listings.commercial_changes c
    where c.drive_id = l.drive_id and c.kind = 'billing_model' order by c.effective_from desc limit 1) m
  where l.state not in ('unlisted', 'retired', 'removed') and m.model = 'author_billing'
$$;
