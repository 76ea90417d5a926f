-- Whether the work of the worker with this number is free to take: it was declared lost, or it is of a release that
-- had no leases (no row) and its lock is gone.
create or replace function platform.worker_is_lost(worker integer) returns boolean language sql volatile as $$
  select coalesce((select w.lost_at is not null from platform.workers w where w.no = worker), not platform.worker_lock_held(worker))
$$;
