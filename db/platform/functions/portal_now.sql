-- Business time. Truncated to milliseconds, the precision of instants outside of the database.
create or replace function platform.portal_now() returns timestamptz language sql as $$
select date_trunc('milliseconds', clock_timestamp() + (select offset_ms from platform.test_clock) * interval '1 millisecond')
$$;
