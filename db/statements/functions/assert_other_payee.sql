create or replace function statements.assert_other_payee(org uuid, person uuid) returns void language plpgsql as $$
begin
  if exists (select from authors.organization_members m where m.user_id = person and m.org_id <> org and authors.is_recent_member(m.org_id, person)
      and exists (select from statements.payee_ids(m.org_id) theirs join statements.payee_ids(org) its on its = theirs)) then
    raise exception 'a reviewer has no say about who is paid as an own organisation is' using errcode = '23514', constraint = 'reviewer_is_other_payee';
  end if;
end
$$;
