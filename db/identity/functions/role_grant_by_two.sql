-- Staff roles are granted by two admins: as approved, in the transaction that approves, or in the one in which the person of the
-- approved address opens an account with the invitation.
create or replace function identity.role_grant_by_two() returns trigger language plpgsql as $$
begin
  if new.approval_id is not null and exists (select from approvals.approvals a where a.id = new.approval_id and a.kind = 'role'
      and a.state = 'approved' and a.xmin = pg_current_xact_id()::xid
      and a.payload = jsonb_build_object('user_id', new.user_id, 'role', new.role)) then
    return null;
  end if;
  if exists (select from identity.staff_invitations i join identity.users u on u.id = i.used_by
      where i.approval_id = new.approval_id and i.used_by = new.user_id and new.role = any (i.roles)
        and i.xmin = pg_current_xact_id()::xid and u.xmin = i.xmin and i.expires_at > clock_timestamp()
        and platform.folded(u.email) = platform.folded(i.email) and u.email_confirmed_at is not null and u.disabled_at is null) then
    return null;
  end if;
  if new.approval_id is null and new.granted_by is null then
    if exists (select from identity.users u where u.id = new.user_id and u.demo_person is not null) then
      return null;
    end if;
    -- With a link of the operator of the installation, used in this transaction, until two admins can approve each other's.
    if new.role = 'admin' and exists (select from identity.admin_links l where l.used_by = new.user_id
        and l.xmin = pg_current_xact_id()::xid) then
      perform platform.take_lock('identity.first_admins');
      if (select count(*) from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
          where g.role = 'admin' and g.id <> new.id) < 2 then
        return null;
      end if;
    end if;
  end if;
  raise exception 'two admins grant staff roles' using errcode = '23514', constraint = 'role_grants_by_two_admins';
end
$$;
