-- An account that takes over from another one rests for as long as the policy says, whoever writes it.
create or replace function payouts.account_rests() returns trigger language plpgsql as $$
declare days int;
begin
  if tg_op = 'INSERT' and not exists (select 1 from payouts.payout_accounts a where a.org_id = new.org_id and a.id <> new.id) then
    return new;
  end if;
  select (p.value #>> '{}')::int into days from billing.policies p
    where p.key = 'payout_account_cooldown_days' and p.valid_from <= platform.portal_now()
    order by p.valid_from desc, p.version desc limit 1;
  -- A transaction's own time is a little earlier than the statement's.
  if new.usable_from is null or new.usable_from < platform.portal_now() + days * interval '24 hours' - interval '5 minutes' then
    raise exception 'payouts: an account that takes over waits' using errcode = '23514', constraint = 'payout_accounts_rest';
  end if;
  return new;
end
$$;
