import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { EarningRow, EarningsView } from '../../api/views.js';
import { DataTable } from '../../components/data-table.js';
import type { Column } from '../../components/data-table.js';
import { Figure, Money } from '../../components/money.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { formatMonth, formatShare } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

export const earningColumns: readonly Column<EarningRow>[] = [
  { id: 'drive', title: 'Drive', cell: (row) => row.drive_name },
  { id: 'venture', title: 'Install', cell: (row) => row.venture_name },
  { id: 'what', title: 'What', wrap: true, cell: (row) => row.what },
  { id: 'at', title: 'Date', cell: (row) => <When at={row.at} /> },
  {
    id: 'gross',
    title: 'Gross',
    right: true,
    cell: (row) => <Money minor={row.gross_minor} currency={row.currency} />,
  },
  { id: 'share', title: 'Share', right: true, cell: (row) => formatShare(row.share_bps) },
  { id: 'you', title: 'You', right: true, cell: (row) => <Money minor={row.author_minor} currency={row.currency} /> },
  { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="earning" code={row.state} /> },
];

/** What was earned in a month, line by line; the totals are the server's. */
export function EarningsPage(): ReactNode {
  const [month, setMonth] = useUrlState('month');
  const earnings = useGet<EarningsView>(
    '/api/v1/author/earnings',
    { query: { month: month || undefined } },
    { refreshMs: 15_000 },
  );
  return (
    <Page title="Earnings">
      <div className="filters">
        <TextInput
          label="Month"
          type="month"
          value={month || (earnings.data?.month ?? '')}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
      </div>
      <Resource of={earnings} page>
        {(view) => (
          <>
            <Card title={formatMonth(view.month)}>
              <div className="strip">
                <Figure label="Charged">
                  <Money minor={view.gross_minor} currency={view.currency} />
                </Figure>
                <Figure label="Platform share">
                  <Money minor={view.platform_minor} currency={view.currency} />
                </Figure>
                <Figure label="Earned">
                  <Money minor={view.author_minor} currency={view.currency} />
                </Figure>
                <Figure label="Available">
                  <Money minor={view.available_minor} currency={view.currency} />
                </Figure>
                <Figure label="Pending">
                  <Money minor={view.pending_minor} currency={view.currency} />
                </Figure>
              </div>
            </Card>
            {view.items.length === 0 ? (
              <EmptyState>
                No lines in {formatMonth(view.month)}. A line appears when an invoice with an install of yours is paid.{' '}
                <Link to="/author/payouts">Payouts</Link>
              </EmptyState>
            ) : (
              <DataTable
                label="Earnings"
                columns={earningColumns}
                rows={view.items}
                rowKey={(row) => row.id}
                busy={earnings.isFetching}
              />
            )}
          </>
        )}
      </Resource>
    </Page>
  );
}
