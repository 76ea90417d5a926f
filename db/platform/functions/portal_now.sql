-- Business time. Truncated to milliseconds, the precision of instants outside of the database. Stable, so that a condition can be met by an index:
-- a scan asks once, and nothing moves the clock within a statement that reads it.
create or replace function platform.portal_now() returns timestamptz language sql stable as $$
select date_trunc('milliseconds', clock_timestamp() + (select offset_ms from platform.test_clock) * interval '1 millisecond')
$$;
