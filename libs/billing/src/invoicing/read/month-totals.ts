import type { PeriodTotalView } from '../http/billing.view.js';

/** Totals of a month in one currency; amounts are decimal text of minor units. */
export interface MonthTotal {
  currency: string;
  invoices: number;
  total: string;
  paid: string;
  author: string;
  platform: string;
}

/**
 * SQL: the totals (`MonthTotal[]`, most invoices first) of `m.month`, whose row of billing.periods is `p`, if it
 * exists.
 */
export const MONTH_TOTALS = `coalesce((
  select jsonb_agg(jsonb_build_object('currency', s.currency, 'invoices', s.invoices, 'total', s.total::text, 'paid', s.paid::text,
    'author', coalesce(p.shares -> s.currency ->> 'author', '0'), 'platform', coalesce(p.shares -> s.currency ->> 'platform', '0'))
    order by s.invoices desc, s.currency)
  from (select i.currency, count(*) as invoices, sum(i.total) as total, coalesce(sum(i.total) filter (where i.state = 'paid'), 0) as paid
    from billing.invoices i where i.month = m.month group by 1) s), '[]')`;

export function totalViews(totals: readonly MonthTotal[]): PeriodTotalView[] {
  return totals.map((t) => ({
    currency: t.currency,
    invoices: t.invoices,
    total_minor: t.total,
    paid_minor: t.paid,
    author_minor: t.author,
    platform_minor: t.platform,
  }));
}
