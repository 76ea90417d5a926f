-- Whether a value of the listing fee lacks a currency in which the author of a live listing pays it.
create or replace function billing.fee_needed(value jsonb) returns boolean language sql stable as $$
select exists (select from billing.fee_currencies() f where not value ? f)
$$;
