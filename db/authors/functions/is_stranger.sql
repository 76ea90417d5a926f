-- Whether a reviewer has a say about an organisation, asked before an application is handed out.
create or replace function authors.is_stranger(org uuid, person uuid) returns boolean language plpgsql as $$
begin
  if exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
      and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
    return false;
  end if;
  perform statements.assert_other_payee(org, person);
  return true;
exception when check_violation then
  return false;
end
$$;
