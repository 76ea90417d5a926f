-- Only the end of a hold is ever written, once: what the author was notified of stays true. That for missing tax details ends by itself.
create or replace function payouts.hold_check() returns trigger language plpgsql as $$
declare changes constant text[] := array['released_at'] || case when old.ended_by_name is null then array['ends_at', 'ended_by', 'ended_by_name', 'end_reason'] end;
begin
  if (to_jsonb(new) - changes) <> (to_jsonb(old) - changes) then
    raise exception 'payouts: hold % is frozen', old.id using errcode = '23514', constraint = 'payout_holds_frozen';
  end if;
  if old.made_by is not null and new.ended_by is null and (new.ends_at, new.ended_by_name) is distinct from (old.ends_at, old.ended_by_name)
        and not (old.kind = 'tax' and statements.tax_details_since(old.org_id, old.starts_at))
      or new.released_at is not null and new.ends_at is null then
    raise exception 'payouts: a person ends hold %, then it is released', old.id using errcode = '23514', constraint = 'payout_holds_ended_by';
  end if;
  return new;
end
$$;
