-- An amount is released once, when its time has come or its hold was ended, and booked with it.
create or replace function payouts.held_amount_check() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or (to_jsonb(new) - 'released_at') <> (to_jsonb(old) - 'released_at') then
    raise exception 'payouts: what hold % took is frozen', old.hold_id using errcode = '23514', constraint = 'held_amounts_frozen';
  end if;
  if not exists (select from payouts.payout_holds h join ledger.ledger_tx t
      on t.idempotency_key = 'hold:' || new.hold_id || ':' || new.month || ':release' and t.kind = 'payout_hold_released'
      where h.id = new.hold_id and (new.release_at <= platform.portal_now() or h.released_at is not null
        or h.window_months is null and h.ends_at <= platform.portal_now())) then
    raise exception 'payouts: what hold % took is not due', old.hold_id using errcode = '23514', constraint = 'held_amounts_due_and_booked';
  end if;
  return null;
end
$$;
