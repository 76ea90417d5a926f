create or replace function billing.month_start(month date) returns timestamptz language sql immutable as $$ select month::timestamp at time zone 'UTC' $$;
