-- Whether a reviewer has a say about an organisation, asked before a case is assigned: the refusal's own rule.
create or replace function listings.is_stranger(org uuid, person uuid) returns boolean language plpgsql as $$
begin
  perform listings.assert_stranger(org, person);
  return true;
exception when check_violation then
  return false;
end
$$;
