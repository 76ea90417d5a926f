import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { humanize } from '../../lib/format.js';

export function DisputesPage(): ReactNode {
  const disputes = useList('/api/v1/finance/disputes', {}, { refreshMs: 10_000 });
  return (
    <Page title="Disputes">
      <ListTable
        label="Disputes"
        list={disputes}
        rowKey={(row) => row.id}
        empty={<EmptyState>No dispute. They come from the tenants’ banks.</EmptyState>}
        columns={[
          {
            id: 'id',
            title: 'Dispute',
            cell: (row) => (
              <Link to="/finance/disputes/$id" params={{ id: row.id }}>
                {row.invoice_number}
              </Link>
            ),
          },
          { id: 'tenant', title: 'Tenant', cell: (row) => row.tenant_name },
          { id: 'reason', title: 'Reason', cell: (row) => humanize(row.reason) },
          { id: 'opened', title: 'Opened', cell: (row) => <When at={row.opened_at} /> },
          { id: 'due', title: 'Answer by', cell: (row) => (row.answerable ? <When at={row.evidence_due_at} /> : '') },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'status', title: 'Status', cell: (row) => <StatusBadge kind="dispute" code={row.status} /> },
        ]}
      />
    </Page>
  );
}
