-- The quotient of two positive numbers, rounded half up to a whole number.
create or replace function billing.half_up(dividend numeric, divisor numeric)
returns numeric
language sql immutable parallel safe as $$ select div(2 * dividend + divisor, 2 * divisor) $$;
