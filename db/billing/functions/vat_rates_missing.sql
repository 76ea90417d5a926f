-- Currencies in which invoices of a month cannot state VAT in the seller's currency now; all of them while that is not decided.
create or replace function billing.vat_rates_missing(month date) returns setof text language sql stable as $$
select c.code from ledger.currency c where billing.vat_rate(c.code, month, platform.portal_now()) is null
  or (select value->'currency' from billing.policies where key = 'vat_currency' and valid_from <= platform.portal_now()
    order by valid_from desc limit 1) = 'null'
$$;
