-- The lines of a month as its close writes them, if nothing happens until then. An author's share is the growth of
-- R(sum of gross x share) over the lines of author, currency and month, R half up, so the sum is off by at most half a unit.
-- test/money/reference has the same rules in TypeScript, and tests compare the results.
create or replace function billing.month_lines(month date)
returns table(
  segment_id uuid,
  install_id uuid,
  tenant_id uuid,
  drive_id uuid,
  org_id uuid,
  tenant_name text,
  venture_name text,
  drive_name text,
  price_id uuid,
  price_amount bigint,
  currency text,
  author_bps integer,
  from_at timestamptz,
  to_at timestamptz,
  seconds numeric,
  month_seconds numeric,
  gross numeric,
  author_share numeric
)
language sql stable as $$
select t.segment_id, t.install_id, t.tenant_id, t.drive_id, t.org_id, t.tenant_name, t.venture_name, t.drive_name, t.price_id, t.price_amount,
  t.currency, t.author_bps, t.from_at, t.to_at, t.seconds, t.month_seconds, t.gross,
  billing.half_up(t.total, 10000) - billing.half_up(t.total - t.gross * t.author_bps, 10000)
from (
  select c.*, sum(c.gross * c.author_bps) over (partition by c.org_id, c.currency order by c.install_id, c.from_at) as total
  from billing.charges(month, billing.month_end(month)) c) t
$$;
