-- Why a month cannot be closed now, as the code of its refusal; null when it can. With tax in force at its end, its invoices have to
-- name the seller, and to state VAT in the seller's currency once that is decided.
create or replace function billing.close_refused(month date) returns text language sql stable as $$
select case
  when (select value->>'provider' from billing.policies where key = 'tax' and valid_from < billing.month_end(month)
    order by valid_from desc limit 1) = 'none' then null
  when not billing.operator_named() then 'seller_not_set'
  when (select value->>'currency' from billing.policies where key = 'vat_currency' and valid_from <= platform.portal_now()
    order by valid_from desc limit 1) is null then null
  when exists (select from billing.install_segments s where s.price_id is not null and s.started_at < billing.month_end(month)
      and (s.ended_at is null or s.ended_at > billing.month_start(month)) and s.currency in (select billing.vat_rates_missing(month)))
    or exists (select from billing.fee_currencies() f where f in (select billing.vat_rates_missing(month))) then 'vat_rate_missing' end
$$;
