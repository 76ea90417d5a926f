-- What another billing model of a Drive touches: its running installs, and the listing fee in force in a currency (minor units).
create or replace function listings.model_touches(drive uuid, currency text, out running int, out fee text) language sql stable as $$
select (select count(*)::int from installs.installs i where i.drive_id = drive and i.state = 'active'),
  (select p.value ->> currency from billing.policies p where p.key = 'listing_fee' and p.valid_from <= (select platform.portal_now())
    order by p.valid_from desc limit 1)
$$;
