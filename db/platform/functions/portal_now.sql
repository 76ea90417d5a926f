-- Business time. Truncated to milliseconds, because that is what leaves the database as an instant.
create or replace function platform.portal_now() returns timestamptz language sql as $$
select date_trunc('milliseconds', clock_timestamp() + (select offset_ms from platform.test_clock) * interval '1 millisecond')
$$;
