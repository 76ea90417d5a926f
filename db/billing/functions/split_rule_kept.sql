-- A rule only ever gets its end, once: everybody's when the policy has a new value, another one with an approved share.
create or replace function billing.split_rule_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - 'valid_to') <> (to_jsonb(old) - 'valid_to') or old.valid_to is not null then
    raise exception 'billing: a split rule only ever gets its end' using errcode = '42501', constraint = 'split_rules_kept';
  end if;
  if num_nonnulls(new.org_id, new.drive_id) > 0 and current_user = 'portal_app' and not exists (select from approvals.approvals a
      where a.kind = 'share_override' and a.state = 'approved' and (a.payload->>'valid_from')::timestamptz = new.valid_to
        and (a.payload->>'org_id')::uuid is not distinct from new.org_id and (a.payload->>'drive_id')::uuid is not distinct from new.drive_id) then
    raise exception 'billing: a share ends with another one that two people approved' using errcode = '23514', constraint = 'split_rules_by_approval';
  end if;
  return new;
end
$$;
