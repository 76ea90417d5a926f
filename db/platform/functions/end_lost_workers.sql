-- Declares workers lost whose lease is over or whose lock is gone, and returns their numbers. From then on their transactions are
-- refused; one that is still open comes first (platform.assert_worker_lease), so that nothing of theirs takes effect after
-- another worker has taken over.
create or replace function platform.end_lost_workers() returns setof integer language plpgsql as $$
begin
  return query
    with gone as materialized (
      select w.no from platform.workers w
      where w.lost_at is null and (w.lease_until <= clock_timestamp() or not platform.worker_lock_held(w.no))
      for update skip locked),
    free as materialized (
      select gone.no from gone
      where pg_try_advisory_xact_lock(hashtext('platform.worker_lease'), hashtext(gone.no::text)))
    update platform.workers w set lost_at = clock_timestamp() from free where w.no = free.no returning w.no;
  -- A frozen one would continue as if nothing had happened: its row stays for as long as it holds its lock.
  delete from platform.workers w where w.lost_at is not null and not platform.worker_lock_held(w.no);
end
$$;
