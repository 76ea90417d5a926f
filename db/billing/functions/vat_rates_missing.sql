-- Currencies in which a month cannot be invoiced with tax now.
create or replace function billing.vat_rates_missing(month date) returns setof text language sql stable as $$
select c.code from ledger.currency c where billing.vat_rate(c.code, month, platform.portal_now()) is null
$$;
