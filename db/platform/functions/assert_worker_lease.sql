-- The first statement of a transaction that does a worker's work: refuses one whose worker was declared lost, and keeps the worker
-- from being declared lost until the transaction ends.
create or replace function platform.assert_worker_lease(worker integer) returns void language plpgsql as $$
begin
  perform platform.take_lock('platform.worker_lease', worker::text, true);
  -- A statement of its own: it reads rows that were committed while it waited for the lock.
  if not exists (select from platform.workers w where w.no = worker and w.lost_at is null) then
    raise exception 'worker % has lost its lease', worker using errcode = 'PW001',
      hint = 'Others do its work by now; what it did about it does not count.';
  end if;
end
$$;
