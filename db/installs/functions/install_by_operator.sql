-- An install is for an operator of its tenant. A person makes it as that operator only; a token of the host for one.
create or replace function installs.install_by_operator() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor text := coalesce(current_setting('portal.actor', true), '');
begin
  -- Every transaction of the product says whose it is.
  if not exists (
    select from identity.role_grants g join identity.users u on u.id = g.user_id
    where g.role = 'operator' and g.scope_id = new.tenant_id and platform.folded(u.email) = platform.folded(new.operator_email)
      and (actor = 'nobody' or current_setting('portal.host_token', true) = 'yes' or u.id::text = actor)
  ) then
    raise exception 'an install is for an operator of its tenant' using errcode = '23514', constraint = 'installs_by_operator';
  end if;
  return new;
end
$$;
