-- What each segment costs of a month until an instant: price x seconds / seconds of the month, half up. Nothing is charged
-- before a trial ends. Seconds are cut at both ends, so those of adjoining segments add up.
create or replace function billing.charges(month date, until timestamptz)
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
  gross numeric
)
language sql stable as $$
select s.id, s.install_id, s.tenant_id, s.drive_id, s.org_id, s.tenant_name, s.venture_name, s.drive_name, s.price_id, s.amount,
  s.currency, s.author_bps, span.from_at, span.to_at, span.seconds, whole.seconds, cost.gross
from billing.install_segments s
  cross join lateral (select extract(epoch from billing.month_end(month) - billing.month_start(month)) as seconds) whole
  cross join lateral (
    select greatest(s.started_at, s.trial_ends_at, billing.month_start(month)) as from_at, least(s.ended_at, until) as to_at) cut
  cross join lateral (
    select cut.*, floor(extract(epoch from cut.to_at)) - floor(extract(epoch from cut.from_at)) as seconds) span
  cross join lateral (select billing.half_up(s.amount * span.seconds, whole.seconds) as gross) cost
where s.price_id is not null and s.started_at < until and (s.ended_at is null or s.ended_at > billing.month_start(month))
  and span.seconds > 0 and cost.gross > 0
$$;
