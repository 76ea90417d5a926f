-- Locked, so that a role taken away meanwhile either stops the decision or comes after it.
create or replace function approvals.holds_role(person uuid, given_roles text[]) returns boolean language plpgsql as $$
begin
  perform from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
    where g.user_id = person and g.role = any (given_roles) for share of g;
  return found;
end
$$;
