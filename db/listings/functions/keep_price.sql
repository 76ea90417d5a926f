create or replace function listings.keep_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a price is never removed' using errcode = '42501';
  end if;
  if (new.id, new.tier, new.currency, new.audience, new.amount_minor, new.valid_from, new.created_at)
      is distinct from (old.id, old.tier, old.currency, old.audience, old.amount_minor, old.valid_from, old.created_at)
    or old.valid_to is not null then
    raise exception 'a price cannot be changed: end it and add another' using errcode = '23514', constraint = 'prices_kept';
  end if;
  return new;
end
$$;
