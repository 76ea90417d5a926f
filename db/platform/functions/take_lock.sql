-- Takes a lock of platform.lock_order() for what key names until the transaction ends. With portal.check_lock_order on, as
-- in tests, a transaction that takes two in another order is refused even when nobody waits.
create or replace function platform.take_lock(name text, key text default '', shared boolean default false)
returns void language plpgsql as $$
declare
  place integer := array_position(platform.lock_order(), name);
  highest integer;
begin
  if place is null then
    raise exception 'no advisory lock is called %', name;
  end if;
  if current_setting('portal.check_lock_order', true) = 'on' then
    highest := coalesce(nullif(current_setting('portal.highest_lock', true), ''), '0')::integer;
    if place >= highest then
      perform set_config('portal.highest_lock', place::text, true);
    elsif not exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.granted and l.pid = pg_catalog.pg_backend_pid()
        and l.classid = hashtext(name)::oid and l.objid = hashtext(key)::oid) then
      raise exception 'the lock % is taken after %', name, (platform.lock_order())[highest] using hint = 'See db/platform/functions/lock_order.sql.';
    end if;
  end if;
  if shared then
    perform pg_advisory_xact_lock_shared(hashtext(name), hashtext(key));
  else
    perform pg_advisory_xact_lock(hashtext(name), hashtext(key));
  end if;
end
$$;
