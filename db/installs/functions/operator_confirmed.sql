create or replace function installs.operator_confirmed() returns trigger language plpgsql as $$
begin
  if not exists (select from installs.host_operators o where o.tenant_id = new.scope_id and o.user_id = new.user_id) then
    raise exception 'an operator has accepted an invitation' using errcode = '23514', constraint = 'role_grants_by_invitation';
  end if;
  return new;
end
$$;
