import { TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { ExportList } from '../../components/export-list.js';
import { Money } from '../../components/money.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { formatMonth } from '../../lib/format.js';
import { useUrlState, type Search } from '../../lib/url-state.js';

export function InvoicesPage(): ReactNode {
  const [month, setMonth] = useUrlState('month');
  const navigate = useNavigate();
  // Where a ledger entry for many invoices leads to: those of one author, of one currency, of these numbers.
  const { author, currency, numbers }: Search = useSearch({ strict: false });
  const narrowed = [author, currency, numbers].some((filter) => filter !== undefined);
  const query = { month: month || undefined, author, currency, numbers };
  const invoices = useList('/api/v1/finance/invoices', { query }, { refreshMs: 10_000 });
  return (
    <Page title="Invoices" actions={<ExportList kind="invoice_list" query={query} />}>
      <div className="filters">
        <TextInput label="Month" type="month" value={month} onChange={(event) => setMonth(event.currentTarget.value)} />
      </div>
      <ListTable
        label="Invoices"
        list={invoices}
        rowKey={(row) => row.id}
        onClearFilters={month || narrowed ? () => void navigate({ to: '/finance/invoices', search: {} }) : undefined}
        empty={<EmptyState>No invoice yet. Closing a month makes them.</EmptyState>}
        columns={[
          {
            id: 'number',
            title: 'Invoice',
            cell: (row) => (
              <Link to="/finance/invoices/$id" params={{ id: row.id }}>
                {row.number}
              </Link>
            ),
          },
          { id: 'tenant', title: 'Tenant', cell: (row) => row.tenant_name },
          { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
          {
            id: 'total',
            title: 'Total',
            right: true,
            cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
          },
          { id: 'paid', title: 'Paid', cell: (row) => <When at={row.paid_at} /> },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
        ]}
      />
    </Page>
  );
}
