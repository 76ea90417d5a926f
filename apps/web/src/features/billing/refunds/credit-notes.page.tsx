import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money } from '../../../components/values/money.js';
import { Page } from '../../../components/layout/page.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';

const STATES = ['issued', 'voided'] as const;

export function CreditNotesPage(): ReactNode {
  const { query, clear, controls } = useListFilters('credit_note', STATES);
  const notes = useList('/api/v1/finance/credit-notes', { query }, { refreshMs: 15_000 });
  return (
    <Page title="Credit notes" actions={<ExportList kind="credit_notes" query={query} />}>
      {controls}
      <ListTable
        label="Credit notes"
        list={notes}
        rowKey={(row) => row.id}
        onClearFilters={clear}
        empty={<EmptyState>No credit notes yet. Refunds and cancelled invoices create them.</EmptyState>}
        columns={[
          { id: 'number', title: 'Credit note', cell: (row) => row.number },
          { id: 'at', title: 'Issued', cell: (row) => <When at={row.issued_at} /> },
          { id: 'tenant', title: 'Tenant', cell: (row) => row.tenant_name },
          {
            id: 'invoice',
            title: 'Invoice',
            cell: (row) => (
              <Link to="/finance/invoices/$id" params={{ id: row.invoice_id }}>
                {row.invoice_number}
              </Link>
            ),
          },
          { id: 'note', title: 'Why', wrap: true, cell: (row) => row.note },
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
    </Page>
  );
}
