-- The query of all segments between two instants of a month with what each costs; plain expressions, so that it is planned in
-- parallel.
create or replace function billing.priced_segments(
  a timestamptz,
  b timestamptz,
  total bigint,
  unit text,
  wide boolean
)
returns text
language sql stable as $$
select format(case unit when 'days' then
  'select *, %4$s as gross from (select *, 86400 * greatest(0, last_day - greatest(first_day, coalesce(max(last_day) over (partition by install_id
       order by started_at, id rows between unbounded preceding and 1 preceding), 0))) as secs
     from (select *, floor(date_part(''epoch'', from_at) / 86400)::bigint as first_day, ceil(date_part(''epoch'', to_at) / 86400)::bigint as last_day
       from (%5$s) span where from_at < to_at) touched) timed where secs > 0 and %4$s > 0'
  else
  'select *, %4$s as gross from (select *, case when ended_at is null and trial_ends_at is null and started_at <= %1$L then %6$s
       else floor(date_part(''epoch'', to_at))::bigint - floor(date_part(''epoch'', from_at))::bigint end as secs
     from (%5$s) span) timed where secs > 0 and %4$s > 0' end,
  a, b, total,
  case when wide then format('div(2 * amount::numeric * secs + %1$s, 2 * %1$s)::bigint', total) else format('(2 * amount * secs + %1$s) / (2 * %1$s)', total) end,
  format('select id, tenant_id, install_id, drive_id, org_id, tenant_name, drive_name, venture_name, currency, price_id, amount, author_bps, split_rule_id,
       started_at, ended_at, trial_ends_at, greatest(started_at, trial_ends_at, %1$L::timestamptz) as from_at,
       least(coalesce(ended_at, %2$L), %2$L::timestamptz) as to_at
     from billing.install_segments
     where price_id is not null and started_at < %2$L and (ended_at is null or ended_at > %1$L) and (trial_ends_at is null or trial_ends_at < %2$L)', a, b),
  floor(date_part('epoch', b))::bigint - floor(date_part('epoch', a))::bigint)
$$;
