-- Locked, so that a role taken away meanwhile either stops the confirmation or comes after it.
create or replace function identity.assert_admin(person uuid) returns void language plpgsql as $$
begin
  perform 1 from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
    where g.user_id = person and g.role = 'admin' for share of g;
  if not found then
    raise exception 'an admin who is one now has to say so' using errcode = '23514', constraint = 'factor_removals_by_admins';
  end if;
end
$$;
