create or replace function billing.month_shares(month date)
returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
select coalesce(jsonb_object_agg(s.currency, jsonb_build_object('author', s.author::text, 'platform', s.platform::text)), '{}')
from (select l.currency, sum(l.author_share) as author, sum(l.platform_share) as platform
  from billing.invoice_lines l where l.month = $1 group by 1) s
$$;
