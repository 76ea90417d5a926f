create or replace function identity.role_grant_by_two() returns trigger language plpgsql as $$
begin
  if new.role not in ('finance', 'admin') then
    if new.proposal_id is not null then
      raise exception 'only finance and admin are proposed' using errcode = '23514', constraint = 'role_grants_by_two_admins';
    end if;
    return null;
  end if;
  if new.proposal_id is not null then
    -- A confirmation is used up by the grant it leads to: a role taken away needs a new one.
    update identity.role_proposals set granted_at = platform.portal_now()
      where id = new.proposal_id and user_id = new.user_id and role = new.role and state = 'confirmed' and granted_at is null;
    if found then return null; end if;
  elsif new.granted_by is null then
    if exists (select 1 from identity.users u where u.id = new.user_id and u.demo_person is not null) then
      return null;
    end if;
    -- The operator of the installation, as the owner of the tables, until two admins can confirm each other.
    if new.role = 'admin' and current_user not in ('portal_app', 'portal_caller') then
      perform platform.take_lock('identity.first_admins');
      if (select count(*) from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
          where g.role = 'admin' and g.id <> new.id) < 2 then
        return null;
      end if;
    end if;
  end if;
  raise exception 'two admins grant finance and admin roles' using errcode = '23514', constraint = 'role_grants_by_two_admins';
end
$$;
