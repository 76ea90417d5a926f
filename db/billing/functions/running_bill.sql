-- Cost of an install from the beginning of the month until an instant of it, by the rules of its close; not invoiced
-- yet.
create or replace function billing.running_bill(install uuid, until timestamptz, unit text)
returns table(currency text, price bigint, from_at timestamptz, to_at timestamptz, gross bigint)
language plpgsql stable as $$
declare
  running date := date_trunc('month', until at time zone 'UTC');
  a timestamptz := billing.month_start(running);
  total bigint := extract(epoch from billing.month_end(running) - a)::bigint;
begin
  return query execute format('select p.currency, p.amount, p.from_at, p.to_at, p.gross from (%s) p where p.install_id = %L
    order by p.from_at, p.id', billing.priced_segments(a, until, total, unit, true), install);
end
$$;
