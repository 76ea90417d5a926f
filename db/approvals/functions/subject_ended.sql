-- Ends what waits about a row that has come to an end, whoever wrote that: arguments are why, for people (%s: the row's state), then
-- the kinds. A dispute waits under its invoice. A refund is of what was paid, and stays.
create or replace function approvals.subject_ended() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update approvals.approvals a set state = 'superseded', decided_at = platform.portal_now(), note = format(tg_argv[0], to_jsonb(new)->>'state')
    where a.state = 'waiting' and a.kind = any (tg_argv[1:]) and a.subject_id = coalesce(to_jsonb(new)->>'invoice_id', new.id::text)
      and new.id::text = coalesce(a.payload->>'id', a.subject_id) and a.payload->>'type' is distinct from 'refund';
  return null;
end
$$;
