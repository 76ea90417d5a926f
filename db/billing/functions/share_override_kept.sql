create or replace function billing.share_override_kept() returns trigger language plpgsql as $$
declare decided text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then
      raise exception 'billing: a share starts as somebody''s proposal' using errcode = '23514', constraint = 'share_overrides_proposed_first';
    end if;
  elsif old.state <> 'proposed' or (to_jsonb(new) - decided) <> (to_jsonb(old) - decided) then
    raise exception 'billing: a share is superseded, never changed' using errcode = '42501', constraint = 'share_overrides_pinned';
  elsif new.state = 'approved' then
    -- Approvals come one after the other, so that each sees the one before.
    perform platform.take_lock('billing.revenue_share');
    if billing.month_start(new.month) <= platform.portal_now() then
      raise exception 'billing: % has begun', to_char(new.month, 'YYYY-MM') using errcode = '23514', constraint = 'share_overrides_not_begun';
    end if;
    if exists (select 1 from billing.split_rules r where r.org_id is not distinct from new.org_id and r.drive_id is not distinct from new.drive_id
         and greatest(r.valid_from, coalesce(r.valid_to, r.valid_from)) >= billing.month_start(new.month)) then
      raise exception 'billing: a later share is approved already' using errcode = '23514', constraint = 'share_overrides_in_order';
    end if;
  end if;
  return new;
end
$$;
