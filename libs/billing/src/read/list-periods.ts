import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform';
import type { PeriodView } from '../http/billing.view.js';

interface Row {
  month: string;
  state: string;
  can_close: boolean;
  closed_at: Date | null;
  totals: { currency: string; invoices: number; total: string; paid: string; author: string; platform: string }[];
}

/** Every month since the first billed install, newest first, with what it came to. */
@Injectable()
export class ListPeriods {
  constructor(private readonly database: Database) {}

  async execute(query: { state?: string; currency?: string } = {}): Promise<Page<PeriodView>> {
    const rows = await this.database.query<Row>(
      `with months as (
         select g::date as month from generate_series(
           (select date_trunc('month', least(min(month)::timestamp, platform.portal_now() at time zone 'UTC')) from billing.periods),
           date_trunc('month', platform.portal_now() at time zone 'UTC'), interval '1 month') g),
       shares as (
         select l.month, l.currency, sum(l.author_share) as author, sum(l.platform_share) as platform from billing.invoice_lines l group by 1, 2),
       sums as (
         select i.month, i.currency, count(*) as invoices, sum(i.total) as total, coalesce(sum(i.total) filter (where i.state = 'paid'), 0) as paid
         from billing.invoices i group by 1, 2)
       select * from (select to_char(m.month, 'YYYY-MM') as month, coalesce(p.state, 'open') as state, p.closed_at,
         coalesce(p.state, 'open') = 'open' and billing.month_end(m.month) <= platform.portal_now() as can_close,
         coalesce((select jsonb_agg(jsonb_build_object('currency', s.currency, 'invoices', s.invoices, 'total', s.total::text, 'paid', s.paid::text,
             'author', h.author::text, 'platform', h.platform::text) order by s.invoices desc, s.currency)
           from sums s join shares h using (month, currency) where s.month = m.month), '[]') as totals
       from months m left join billing.periods p using (month)) list
       where ($1::text is null or $1 = case when can_close then 'ended' else state end)
         and ($2::text is null or totals @> jsonb_build_array(jsonb_build_object('currency', $2::text)))
       order by month desc limit 240`,
      [query.state ?? null, query.currency ?? null],
    );
    return { items: rows.map(view), next_cursor: null };
  }
}

function view(row: Row): PeriodView {
  const main = row.totals[0];
  return {
    month: row.month,
    state: row.state,
    can_close: row.can_close,
    invoices: row.totals.reduce((n, t) => n + t.invoices, 0),
    total_minor: main?.total ?? '0',
    currency: main?.currency ?? 'usd',
    totals: row.totals.map((t) => ({
      currency: t.currency,
      invoices: t.invoices,
      total_minor: t.total,
      paid_minor: t.paid,
      author_minor: t.author,
      platform_minor: t.platform,
    })),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
