-- Whether a connection holds the lock of the worker with this number (libs/platform/src/jobs/worker-liveness.ts). PostgreSQL
-- lets go of it the moment the process dies; for a process that vanished or is frozen it may be held for long.
create or replace function platform.worker_lock_held(worker integer) returns boolean language sql volatile as $$
  select exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = 1685222961 and l.objid = worker::oid
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
$$;
