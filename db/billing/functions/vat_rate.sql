-- The rate at which VAT in a currency is stated in the seller's (article 230 of Directive 2006/112/EC), as it is pinned with the
-- tax of an invoice of a month: nothing in the seller's own currency or while that is not decided, null without a rate of a day of
-- that month or later.
create or replace function billing.vat_rate(code text, month date, at timestamptz) returns jsonb language sql stable as $$
select case when coalesce(p.value->>'currency', code) = code then '{}'::jsonb
  else jsonb_build_object('seller_currency', p.value->'currency', 'rate', p.value->'rates'->code, 'rate_date', p.value->'date') end
from (select value from billing.policies where key = 'vat_currency' and valid_from <= at order by valid_from desc limit 1) p
where coalesce(p.value->>'currency', code) = code
  or p.value->'rates' ? code and (p.value->>'date')::date between month and (at at time zone 'UTC')::date
$$;
