-- Whether a month bills more in a currency than one person may close alone. A currency that the policy does not name has no limit.
create or replace function billing.close_needs_two(month date) returns boolean language sql stable as $$
  select exists (select from billing.charges(month, billing.month_end(month)) c group by c.currency
    having sum(c.gross) > (select (p.value->>c.currency)::bigint from billing.policies p where p.key = 'close_limit'
      and p.valid_from <= platform.portal_now() order by p.valid_from desc limit 1))
$$;
