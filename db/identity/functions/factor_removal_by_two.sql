-- The product ends a second factor of somebody only as two admins approved, in the transaction that approves, after the time in
-- which its owner could stop it. The owner's own statements touch no other's (policies.sql).
create or replace function identity.factor_removal_by_two() returns trigger language plpgsql as $$
begin
  if current_user = 'portal_app' then
    perform from approvals.approvals a where a.kind = 'factor_removal' and a.subject_id = old.user_id::text
      and a.payload->>'user_id' = old.user_id::text and a.state = 'approved' and a.xmin = pg_current_xact_id()::xid
      and (a.payload->>'not_before')::timestamptz <= platform.portal_now();
    if not found then
      raise exception 'two admins remove a second factor' using errcode = '23514', constraint = 'totp_factors_by_approval';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
