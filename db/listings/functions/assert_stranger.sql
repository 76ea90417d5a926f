create or replace function listings.assert_stranger(org uuid, person uuid) returns void language plpgsql as $$
begin
  if exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
      and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
    raise exception 'a reviewer has no say about an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
  end if;
  perform statements.assert_other_payee(org, person);
end
$$;
