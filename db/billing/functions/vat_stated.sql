-- Tax in the seller's currency at the rate that was pinned with it: minor units, half up; null where none is pinned.
create or replace function billing.vat_stated(tax numeric, details jsonb, code text) returns numeric language sql stable as $$
select billing.half_up(tax * (details->>'rate')::numeric * 10::numeric ^ s.exponent, 10::numeric ^ c.exponent)
from ledger.currency s, ledger.currency c where s.code = details->>'seller_currency' and c.code = vat_stated.code
$$;
