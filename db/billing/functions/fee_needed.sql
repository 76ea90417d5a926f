-- Whether a value of the listing fee lacks a currency in which the author of a live listing pays it.
create or replace function billing.fee_needed(value jsonb) returns boolean language sql stable as $$
select exists (select from listings.listings l cross join lateral (select c.model, c.currency from listings.commercial_changes c
    where c.drive_id = l.drive_id and c.kind = 'billing_model' order by c.effective_from desc limit 1) m
  where l.state not in ('unlisted', 'retired', 'removed') and m.model = 'author_billing' and not value ? m.currency)
$$;
