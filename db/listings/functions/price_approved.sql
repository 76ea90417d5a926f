-- An approved price becomes a row of the list under the id of its change; no other row gets in.
create or replace function listings.price_approved() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from listings.commercial_changes c where c.id = new.id and c.kind = 'tier_price'
      and (c.tier, c.currency, c.audience, c.amount_minor, c.effective_from) = (new.tier, new.currency, new.audience, new.amount_minor, new.valid_from)) then
    raise exception 'a price needs two people' using errcode = '23514', constraint = 'prices_approved';
  end if;
  return new;
end
$$;
