-- The lock makes two admins who disable or demote each other at the same moment wait: the second one finds nobody left.
create or replace function identity.keep_admin() returns trigger language plpgsql as $$
begin
  perform platform.take_lock('identity.admins');
  if not exists (select 1 from identity.role_grants g join identity.users u on u.id = g.user_id
      where g.role = 'admin' and u.disabled_at is null) then
    raise exception 'an admin stays' using errcode = '23514', constraint = 'users_keep_admin';
  end if;
  return null;
end
$$;
