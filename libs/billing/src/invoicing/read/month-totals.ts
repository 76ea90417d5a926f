/**
 * SQL: the totals (`PeriodTotalView[]`, most invoices first) of `m.month`, whose row of billing.periods is `p`, if it
 * exists.
 */
export const MONTH_TOTALS = `coalesce((
  select jsonb_agg(jsonb_build_object('currency', s.currency, 'invoices', s.invoices, 'total_minor', s.total::text, 'paid_minor', s.paid::text,
    'author_minor', coalesce(p.shares -> s.currency ->> 'author', '0'), 'platform_minor', coalesce(p.shares -> s.currency ->> 'platform', '0'))
    order by s.invoices desc, s.currency)
  from (select i.currency, count(*) as invoices, sum(i.total) as total, coalesce(sum(i.total) filter (where i.state = 'paid'), 0) as paid
    from billing.invoices i where i.month = m.month group by 1) s), '[]')`;
