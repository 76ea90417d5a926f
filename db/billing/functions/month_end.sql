create or replace function billing.month_end(month date) returns timestamptz language sql immutable as $$ select (month + interval '1 month')::timestamp at time zone 'UTC' $$;
