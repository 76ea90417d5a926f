-- Proposing and deciding: with one of the roles, and not about an own organisation.
create or replace function approvals.assert_may_judge(approval approvals.approvals, person uuid) returns void language plpgsql as $$
declare
  org uuid;
begin
  if not approvals.holds_role(person, approval.roles) then
    raise exception 'approvals: % is not among their roles', approval.roles using errcode = '23514', constraint = 'approvals_role';
  end if;
  foreach org in array approval.organizations loop
    if not authors.is_stranger(org, person) then
      raise exception 'approvals: nobody decides about an own organisation' using errcode = '23514', constraint = 'approvals_own_organization';
    end if;
  end loop;
end
$$;
