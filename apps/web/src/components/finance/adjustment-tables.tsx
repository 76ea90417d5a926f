import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.js';
import { humanize } from '../../lib/format.js';
import { DataTable } from '../tables/data-table.js';
import { Money } from '../values/money.js';
import { StatusBadge } from '../feedback/status-badge.js';
import { When } from '../values/when.js';
import { texts } from '../texts/finance.js';

/** Refunds of one invoice. */
export function RefundsTable({ rows }: { rows: Schemas['TenantRefundView'][] }): ReactNode {
  return (
    <DataTable
      label={texts.adjustmentTables.refundsTable}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { id: 'at', title: texts.adjustmentTables.columns.at, cell: (row) => <When at={row.created_at} /> },
        { id: 'reason', title: texts.adjustmentTables.columns.reason, cell: (row) => humanize(row.reason) },
        {
          id: 'amount',
          title: texts.adjustmentTables.columns.amount,
          right: true,
          cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
        },
        {
          id: 'state',
          title: texts.adjustmentTables.columns.state,
          cell: (row) => <StatusBadge kind="refund" code={row.state} />,
        },
      ]}
    />
  );
}

/** Credit notes of one invoice. */
export function CreditNotesTable({ rows }: { rows: Schemas['CreditNoteView'][] }): ReactNode {
  return (
    <DataTable
      label={texts.adjustmentTables.creditNotesTable}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { id: 'number', title: texts.adjustmentTables.columns.number, cell: (row) => row.number },
        { id: 'at', title: texts.adjustmentTables.columns.issued, cell: (row) => <When at={row.issued_at} /> },
        { id: 'note', title: texts.adjustmentTables.columns.note, wrap: true, cell: (row) => row.note },
        {
          id: 'tax',
          title: texts.adjustmentTables.columns.tax,
          right: true,
          cell: (row) => <Money minor={row.tax_minor} currency={row.currency} />,
        },
        {
          id: 'total',
          title: texts.adjustmentTables.columns.total,
          right: true,
          cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
        },
        {
          id: 'state',
          title: texts.adjustmentTables.columns.state,
          cell: (row) => <StatusBadge kind="credit_note" code={row.voided_at === null ? 'issued' : 'voided'} />,
        },
      ]}
    />
  );
}
