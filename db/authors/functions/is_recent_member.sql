-- Whether a person is a member of an organisation, or was one within the last 180 days, and so does not review it.
create or replace function authors.is_recent_member(org uuid, person uuid) returns boolean language sql stable as $$
  select exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
    and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days'))
$$;
