create or replace function listings.price_takes_effect() returns trigger language plpgsql as $$
begin
  update listings.prices set valid_to = new.effective_from
    where tier = new.tier and currency = new.currency and audience = new.audience and valid_to is null;
  if new.amount_minor is not null then
    insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from)
      values (new.id, new.tier, new.currency, new.audience, new.amount_minor, new.effective_from);
  end if;
  return null;
end
$$;
