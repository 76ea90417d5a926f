import type { Column } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/money.js';
import { formatMonth } from '../../../lib/format.js';
import { texts } from '../texts/invoicing.js';

interface Row {
  tenant_name: string;
  month: string;
  total_minor: string;
  currency: string;
}

/** Whose invoice it is, of which month, and its total: for lists of finance and of operators. */
export const invoiceColumns: readonly Column<Row>[] = [
  { id: 'tenant', title: texts.invoiceColumns.columns.tenant, cell: (row) => row.tenant_name },
  { id: 'month', title: texts.invoiceColumns.columns.month, cell: (row) => formatMonth(row.month) },
  {
    id: 'total',
    title: texts.invoiceColumns.columns.total,
    right: true,
    cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
  },
];
