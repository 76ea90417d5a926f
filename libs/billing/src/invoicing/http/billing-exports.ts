import { listExport } from '@portal/platform/http';
import { Invoices } from '../read/invoices.js';
import { ListPeriods } from '../read/list-periods.js';
import { InvoicesQuery } from './billing.dto.js';
import type { InvoiceView, PeriodTotalView, PeriodView } from './billing.view.js';
import { PeriodsQuery } from './lists.dto.js';

const INVOICES = [
  ...(['number', 'id', 'kind', 'tenant_name', 'tenant_id', 'month', 'state', 'subtotal_minor', 'tax_minor'] as const),
  ...(['total_minor', 'currency', 'issued_at', 'paid_at', 'past_due_at', 'next_retry_at', 'last_problem'] as const),
] satisfies (keyof InvoiceView)[];
const MONTHS = [
  ...(['month', 'state', 'can_close', 'closed_at'] as const),
  ...(['currency', 'invoices', 'total_minor', 'paid_minor', 'author_minor', 'platform_minor'] as const),
] satisfies (keyof PeriodView | keyof PeriodTotalView)[];

/** One row per currency, because currencies are not added up; one row for a month without invoices. */
function byCurrency({ totals, ...month }: PeriodView): object[] {
  const { month: name, state, can_close, closed_at } = month;
  const whole = { month: name, state, can_close, closed_at };
  return totals.length === 0 ? [whole] : totals.map((total) => ({ ...whole, ...total }));
}

/** Exports of the lists of invoices and months, with the filters of their pages. */
export const BILLING_EXPORTS = [
  listExport({
    kind: 'invoice_list',
    query: InvoicesQuery,
    columns: INVOICES,
    from: Invoices,
    page: (invoices, query) => invoices.list(query),
  }),
  listExport({
    kind: 'months',
    query: PeriodsQuery,
    columns: MONTHS,
    from: ListPeriods,
    page: async (periods, query) => ({
      items: (await periods.execute(query)).items.flatMap(byCurrency),
      next_cursor: null,
    }),
  }),
];
