create or replace function billing.policy_proposed() returns trigger language plpgsql as $$
begin
  if new.state <> 'proposed' or new.proposed_by is null then
    raise exception 'billing: a policy starts as somebody''s proposal' using errcode = '23514', constraint = 'policies_proposed_first';
  end if;
  if not exists (select from billing.policies p where p.key = new.key) then
    raise exception 'billing: % is not a policy', new.key using errcode = '23514', constraint = 'policies_known';
  end if;
  return new;
end
$$;
