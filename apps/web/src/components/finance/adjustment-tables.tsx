import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.js';
import { humanize } from '../../lib/format.js';
import { DataTable } from '../tables/data-table.js';
import { Money } from '../values/money.js';
import { StatusBadge } from '../feedback/status-badge.js';
import { When } from '../values/when.js';

/** Refunds of one invoice. */
export function RefundsTable({ rows }: { rows: Schemas['TenantRefundView'][] }): ReactNode {
  return (
    <DataTable
      label="Refunds"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { id: 'at', title: 'Requested', cell: (row) => <When at={row.created_at} /> },
        { id: 'reason', title: 'Reason', cell: (row) => humanize(row.reason) },
        {
          id: 'amount',
          title: 'Amount',
          right: true,
          cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
        },
        { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="refund" code={row.state} /> },
      ]}
    />
  );
}

/** Credit notes of one invoice. */
export function CreditNotesTable({ rows }: { rows: Schemas['CreditNoteView'][] }): ReactNode {
  return (
    <DataTable
      label="Credit notes"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { id: 'number', title: 'Credit note', cell: (row) => row.number },
        { id: 'at', title: 'Issued', cell: (row) => <When at={row.issued_at} /> },
        { id: 'note', title: 'Why', wrap: true, cell: (row) => row.note },
        {
          id: 'tax',
          title: 'Including tax',
          right: true,
          cell: (row) => <Money minor={row.tax_minor} currency={row.currency} />,
        },
        {
          id: 'total',
          title: 'Total',
          right: true,
          cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
        },
        {
          id: 'state',
          title: 'Status',
          cell: (row) => <StatusBadge kind="credit_note" code={row.voided_at === null ? 'issued' : 'voided'} />,
        },
      ]}
    />
  );
}
