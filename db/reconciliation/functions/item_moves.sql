create or replace function reconciliation.item_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' then
    raise exception 'reconciliation: item % is closed', old.id using errcode = '23514', constraint = 'items_closed_stays';
  end if;
  if (new.id, new.ref, new.kind, new.currency, new.opened_at) is distinct from (old.id, old.ref, old.kind, old.currency, old.opened_at) then
    raise exception 'reconciliation: what item % is about is fixed', old.id using errcode = '23514', constraint = 'items_pinned';
  end if;
  return new;
end
$$;
