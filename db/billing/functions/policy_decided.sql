-- Versions of one key come one after the other (two at once have the same number), and after the months that were begun to be
-- closed.
create or replace function billing.policy_decided() returns trigger language plpgsql as $$
begin
  if not exists (select from billing.policies p where p.key = new.key) then
    raise exception 'billing: % is not a policy', new.key using errcode = '23514', constraint = 'policies_known';
  end if;
  if exists (select from billing.policies p where p.key = new.key and p.valid_from >= new.valid_from) then
    raise exception 'billing: % has a version that begins later', new.key using errcode = '23514', constraint = 'policies_in_order';
  end if;
  if exists (select from billing.periods p where p.state <> 'open' and billing.month_end(p.month) > new.valid_from) then
    raise exception 'billing: % would change a closed month', new.key using errcode = '23514', constraint = 'policies_open_months';
  end if;
  if new.key = 'listing_fee' then
    perform platform.take_lock('listings.commercial_terms');
    if billing.fee_needed(new.value) then
      raise exception 'billing: live listings pay this fee' using errcode = '23514', constraint = 'policies_fee_needed';
    end if;
  end if;
  return new;
end
$$;
