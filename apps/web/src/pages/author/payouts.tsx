import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Page } from '../../components/page.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth } from '../../lib/format.js';

/** One statement a month: opening balance, earned, paid, carried forward. */
export function PayoutsPage(): ReactNode {
  const statements = useList('/api/v1/author/statements', {}, { refreshMs: 15_000 });
  return (
    <Page title="Payouts">
      <ListTable
        label="Statements"
        list={statements}
        rowKey={(row) => row.id}
        empty={<EmptyState>No payout yet. The first one comes after the first month with a paid invoice.</EmptyState>}
        columns={[
          {
            id: 'month',
            title: 'Month',
            cell: (row) => (
              <Link to="/author/payouts/$id" params={{ id: row.id }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="payout" code={row.state} /> },
          {
            id: 'earned',
            title: 'Earned',
            right: true,
            cell: (row) => <Money minor={row.earned_minor} currency={row.currency} />,
          },
          {
            id: 'paid',
            title: 'Paid',
            right: true,
            cell: (row) => <Money minor={row.paid_minor} currency={row.currency} />,
          },
          {
            id: 'carried',
            title: 'Carried forward',
            right: true,
            cell: (row) => <Money minor={row.carried_minor} currency={row.currency} />,
          },
          { id: 'why', title: 'Why', wrap: true, cell: (row) => row.reason_text },
        ]}
      />
    </Page>
  );
}
