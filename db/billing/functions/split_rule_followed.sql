-- A rule ends where another one of its kind begins that was approved, or as approved without one. Everybody's is as the policy says.
create or replace function billing.split_rule_followed() returns trigger language plpgsql as $$
begin
  if current_user in ('portal_app', 'portal_caller') and (
      tg_op = 'INSERT' and num_nonnulls(new.org_id, new.drive_id) = 0 and not exists (select from billing.policies p where p.key = 'author_share'
        and p.valid_from = new.valid_from and (p.value->>'basis_points')::int = new.author_bps)
      or new.valid_to is not null and not exists (select from billing.split_rules s where s.valid_from = new.valid_to
          and (s.org_id, s.drive_id) is not distinct from (new.org_id, new.drive_id))
        and not exists (select from approvals.approvals a where a.kind = 'share_override' and a.state = 'approved'
          and a.xmin = pg_current_xact_id()::xid and a.payload->>'author_bps' is null and (a.payload->>'valid_from')::timestamptz = new.valid_to
          and (a.payload->>'org_id', a.payload->>'drive_id') is not distinct from (new.org_id::text, new.drive_id::text))) then
    raise exception 'billing: a share begins and ends as two people approved' using errcode = '23514', constraint = 'split_rules_by_approval';
  end if;
  return null;
end
$$;
