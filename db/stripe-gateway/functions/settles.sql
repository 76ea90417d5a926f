-- Whether charges in a currency settle in it, so that authors can be paid in it; true before it was looked up for the first time.
create or replace function stripe_gateway.settles(of text) returns boolean language sql stable as $$
select of in (select currency from stripe_gateway.settlement_currencies) or not exists (select from stripe_gateway.settlement_currencies)
$$;
