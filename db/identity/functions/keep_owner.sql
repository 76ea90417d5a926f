-- The lock makes two owners who demote each other at the same moment wait: the second one finds nobody left.
create or replace function identity.keep_owner() returns trigger language plpgsql as $$
begin
  perform platform.take_lock('identity.owner', old.scope_id::text);
  if not exists (select 1 from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null where g.role = 'author' and g.scope_id = old.scope_id and g.member_role = 'owner') then
    raise exception 'an organisation keeps an owner' using errcode = '23514', constraint = 'role_grants_keep_owner';
  end if;
  return null;
end
$$;
