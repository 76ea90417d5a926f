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
import { humanize } from '../../../lib/format.js';

const STATES = ['requested', 'sending', 'pending', 'succeeded', 'failed'] as const;

export function RefundsPage(): ReactNode {
  const { query, clear, controls } = useListFilters('refund', STATES);
  const refunds = useList('/api/v1/finance/refunds', { query }, { refreshMs: 10_000 });
  return (
    <Page title="Refunds" actions={<ExportList kind="refunds" query={query} />}>
      {controls}
      <ListTable
        label="Refunds"
        list={refunds}
        rowKey={(row) => row.id}
        onClearFilters={clear}
        empty={<EmptyState>No refunds yet. Open a paid invoice to refund it.</EmptyState>}
        columns={[
          {
            id: 'at',
            title: 'Requested',
            cell: (row) => (
              <Link to="/finance/refunds/$id" params={{ id: row.id }}>
                <When at={row.created_at} />
              </Link>
            ),
          },
          { id: 'tenant', title: 'Tenant', cell: (row) => row.tenant_name },
          { id: 'invoice', title: 'Invoice', cell: (row) => row.invoice_number },
          { id: 'reason', title: 'Reason', cell: (row) => humanize(row.reason) },
          { id: 'by', title: 'By', cell: (row) => row.requested_by_name },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="refund" code={row.state} /> },
        ]}
      />
    </Page>
  );
}
