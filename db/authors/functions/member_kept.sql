-- Who goes from an organisation stays in the list of its members, with the time: authors.is_stranger asks it.
create or replace function authors.member_kept() returns trigger language plpgsql as $$
begin
  if not exists (select from authors.organization_members m where (m.org_id, m.user_id) = (old.scope_id, old.user_id)
      and m.left_at > platform.portal_now() - interval '1 hour') then
    raise exception 'authors: a membership is kept' using errcode = '23514', constraint = 'role_grants_membership_kept';
  end if;
  return null;
end
$$;
