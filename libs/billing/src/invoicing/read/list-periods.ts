import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { PeriodView } from '../http/billing.view.js';
import { MONTH_TOTALS } from './month-totals.js';

type Row = RowOf<Omit<PeriodView, 'invoices' | 'total_minor' | 'currency'>, 'closed_at'>;

/** Every month since the first billed install, newest first, with its totals. */
@Injectable()
export class ListPeriods {
  constructor(private readonly database: Database) {}

  async execute(query: { state?: string; currency?: string } = {}): Promise<Page<PeriodView>> {
    const rows = await this.database.query<Row>(
      `with months as (
         select g::date as month from generate_series(
           (select date_trunc('month', least(min(month)::timestamp, platform.portal_now() at time zone 'UTC')) from billing.periods),
           date_trunc('month', platform.portal_now() at time zone 'UTC'), interval '1 month') g)
       select * from (select to_char(m.month, 'YYYY-MM') as month, coalesce(p.state, 'open') as state, p.closed_at,
         coalesce(p.state, 'open') = 'open' and billing.month_end(m.month) <= (select platform.portal_now()) as can_close,
         ${MONTH_TOTALS} as totals
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
    ...isoDates(row),
    invoices: row.totals.reduce((n, t) => n + t.invoices, 0),
    total_minor: main?.total_minor ?? '0',
    currency: main?.currency ?? 'usd',
  };
}
