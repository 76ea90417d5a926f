import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { EarningLine } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { DataTable } from '../../components/data-table.js';
import type { Column } from '../../components/data-table.js';
import { Figure, Money } from '../../components/money.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { useUrlState } from '../../lib/url-state.js';

/** Columns of the lines behind earnings and statements. */
export function earningColumns(currency: string): Column<EarningLine>[] {
  const money = (minor: string): ReactNode => <Money minor={minor} currency={currency} />;
  return [
    { id: 'line', title: 'Line', cell: (line) => <Id value={line.line_id} what="line" /> },
    { id: 'install', title: 'Install', cell: (line) => <Id value={line.install_id} what="install" /> },
    { id: 'invoice', title: 'Invoice', cell: (line) => <Id value={line.invoice_id} what="invoice" /> },
    { id: 'gross', title: 'Charged', right: true, cell: (line) => money(line.gross_minor) },
    { id: 'platform', title: 'Platform', right: true, cell: (line) => money(line.platform_minor) },
    { id: 'you', title: 'You', right: true, cell: (line) => money(line.author_minor) },
    { id: 'state', title: 'Status', cell: (line) => <StatusBadge kind="earning" code={line.state} /> },
  ];
}

/** What was earned in a month, line by line; the totals are the server's. */
export function EarningsPage(): ReactNode {
  const [chosen, setMonth] = useUrlState('month');
  const month = chosen || currentMonth();
  const earnings = useGet('/api/v1/author/earnings', { query: { month } }, { refreshMs: 15_000 });
  return (
    <Page title="Earnings">
      <div className="filters">
        <TextInput label="Month" type="month" value={month} onChange={(event) => setMonth(event.currentTarget.value)} />
      </div>
      <Resource of={earnings} page>
        {(view) => {
          const money = (minor: string): ReactNode => <Money minor={minor} currency={view.currency} />;
          return (
            <>
              <Card title={formatMonth(view.month)}>
                <div className="strip">
                  <Figure label="Charged">{money(view.gross_minor)}</Figure>
                  <Figure label="Platform share">{money(view.platform_minor)}</Figure>
                  <Figure label="Earned">{money(view.earned_minor)}</Figure>
                  <Figure label="Pending">{money(view.pending_minor)}</Figure>
                  <Figure label="Available, all months">{money(view.available_minor)}</Figure>
                </div>
              </Card>
              {view.lines.length === 0 ? (
                <EmptyState>
                  No lines in {formatMonth(view.month)}. They appear when the month is closed and its invoices are made.
                </EmptyState>
              ) : (
                <DataTable
                  label="Earnings"
                  columns={earningColumns(view.currency)}
                  rows={view.lines}
                  rowKey={(line) => line.line_id}
                  busy={earnings.isFetching}
                />
              )}
            </>
          );
        }}
      </Resource>
    </Page>
  );
}
