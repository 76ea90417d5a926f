-- The product ends a second factor of somebody only as two admins approved, in the transaction that approves, after the time in
-- which its owner could stop it: at least an hour in production, however much was configured. The owner ends it in a transaction
-- of their own.
create or replace function identity.factor_removal_by_two() returns trigger language plpgsql as $$
declare
  allowed boolean := current_user not in ('portal_app', 'portal_caller')
    or current_user = 'portal_caller' and coalesce(current_setting('portal.actor', true), '') = old.user_id::text;
begin
  if not allowed and current_user = 'portal_app' then
    allowed := exists (select from approvals.approvals a, platform.deployment d where a.kind = 'factor_removal'
      and a.subject_id = old.user_id::text and a.payload->>'user_id' = old.user_id::text and a.state = 'approved'
      and a.xmin = pg_current_xact_id()::xid and (a.payload->>'not_before')::timestamptz between
        a.proposed_at + case d.mode when 'production' then interval '1 hour' else interval '0' end and platform.portal_now());
  end if;
  if not allowed then
    raise exception 'two admins remove a second factor' using errcode = '23514', constraint = 'totp_factors_by_approval';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
