-- An approved price becomes a row of the list under the id of its change; no other row gets in, and it ends with the next change.
create or replace function listings.price_approved() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from listings.commercial_changes c where c.kind = 'tier_price' and (c.tier, c.currency, c.audience) = (new.tier, new.currency, new.audience)
      and case tg_op when 'INSERT' then (c.id, c.amount_minor, c.effective_from) = (new.id, new.amount_minor, new.valid_from)
        else c.effective_from = new.valid_to end) then
    raise exception 'a price needs two people' using errcode = '23514', constraint = 'prices_approved';
  end if;
  return new;
end
$$;
