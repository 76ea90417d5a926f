import type { Column } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/values.js';
import { formatMonth } from '../../../lib/format.js';

interface Row {
  tenant_name: string;
  month: string;
  total_minor: string;
  currency: string;
}

/** Whose invoice it is, of which month, and its total: for lists of finance and of operators. */
export const invoiceColumns: readonly Column<Row, 'tenant' | 'month' | 'total'>[] = [
  { id: 'tenant', cell: (row) => row.tenant_name },
  { id: 'month', cell: (row) => formatMonth(row.month) },
  { id: 'total', right: true, cell: (row) => <Money minor={row.total_minor} currency={row.currency} /> },
];
