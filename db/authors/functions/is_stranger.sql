-- Whether a reviewer has a say about an organisation, asked before an application is assigned.
create or replace function authors.is_stranger(org uuid, person uuid) returns boolean language plpgsql as $$
begin
  if authors.is_recent_member(org, person) then
    return false;
  end if;
  perform statements.assert_other_payee(org, person);
  return true;
exception when check_violation then
  return false;
end
$$;
