import type { CreditNoteView, TenantRefundView } from '../../api/schema.js';
import { humanize } from '../../lib/format.js';
import { DataTable } from '../tables/data-table.js';
import { Money, When } from '../values/values.js';
import { StatusBadge } from '../feedback/feedback.js';
import { texts } from '../texts/finance.js';
import { common } from '../../text/common.js';

/** Refunds of one invoice. */
export function RefundsTable({ rows }: { rows: TenantRefundView[] }) {
  return (
    <DataTable
      label={common.refunds}
      rows={rows}
      titles={texts.adjustmentTables.columns}
      columns={[
        { id: 'requested', cell: (row) => <When at={row.created_at} /> },
        { id: 'reason', cell: (row) => humanize(row.reason) },
        { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
        { id: 'state', cell: (row) => <StatusBadge kind="refund" code={row.state} /> },
      ]}
    />
  );
}

/** Credit notes of one invoice, with their files. */
export function CreditNotesTable({ rows, role }: { rows: CreditNoteView[]; role: 'finance' | 'operator' }) {
  return (
    <DataTable
      label={common.creditNotes}
      rows={rows}
      titles={texts.adjustmentTables.columns}
      columns={[
        { id: 'creditNote', cell: ({ id, number }) => <a href={`/api/v1/${role}/invoices/${id}/pdf`}>{number}</a> },
        { id: 'issued', cell: (row) => <When at={row.issued_at} /> },
        { id: 'note', cell: (row) => row.note },
        { id: 'tax', right: true, cell: (row) => <Money minor={row.tax_minor} currency={row.currency} /> },
        { id: 'total', right: true, cell: (row) => <Money minor={row.total_minor} currency={row.currency} /> },
        {
          id: 'state',
          cell: (row) => <StatusBadge kind="credit_note" code={row.countered_by === null ? 'issued' : 'countered'} />,
        },
      ]}
    />
  );
}
