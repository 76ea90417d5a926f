create or replace function billing.policy_decided() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (to_jsonb(new) - array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note'])
       <> (to_jsonb(old) - array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note']) then
    raise exception 'billing: a policy is superseded, never changed' using errcode = '42501', constraint = 'policies_pinned';
  end if;
  if new.state = 'approved' then
    -- Approvals of one key come one after the other, and after the months that were begun to be closed.
    perform 1 from billing.policies where key = new.key and version = 1 for update;
    if exists (select 1 from billing.policies p where p.key = new.key and p.state = 'approved' and p.valid_from >= new.valid_from) then
      raise exception 'billing: % has a version that begins later', new.key using errcode = '23514', constraint = 'policies_in_order';
    end if;
    if exists (select 1 from billing.periods p where p.state <> 'open' and billing.month_end(p.month) > new.valid_from) then
      raise exception 'billing: % would change a closed month', new.key using errcode = '23514', constraint = 'policies_open_months';
    end if;
  end if;
  return new;
end
$$;
