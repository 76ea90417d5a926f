import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../api/hooks.js';
import { ListTable } from '../../components/data-table.js';
import { Dialog } from '../../components/dialog.js';
import { Money } from '../../components/money.js';
import { Page } from '../../components/page.js';
import { EmptyState, SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useToast } from '../../components/toasts.js';
import { When } from '../../components/when.js';
import { formatCount, formatMonth } from '../../lib/format.js';

/** UTC months: running, ended, closed. Closing makes the invoices and charges them. */
export function PeriodsPage(): ReactNode {
  const periods = useList('/api/v1/finance/periods', {}, { refreshMs: 5_000 });
  const [closing, setClosing] = useState<string | null>(null);
  return (
    <Page title="Months">
      <ListTable
        label="Months"
        list={periods}
        rowKey={(row) => row.month}
        empty={<EmptyState>No month yet. The first one appears with the first install.</EmptyState>}
        columns={[
          {
            id: 'month',
            title: 'Month',
            cell: (row) => (
              <Link to="/finance/invoices" search={{ month: row.month }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="period" code={row.state} /> },
          { id: 'invoices', title: 'Invoices', right: true, cell: (row) => formatCount(row.invoices) },
          {
            id: 'total',
            title: 'Total',
            right: true,
            cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
          },
          { id: 'closed', title: 'Closed', cell: (row) => <When at={row.closed_at} /> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) =>
              row.state === 'closed' ? (
                <Link to="/finance/runs" search={{ month: row.month }}>
                  Prepare payouts
                </Link>
              ) : row.can_close ? (
                <Button variant="default" onClick={() => setClosing(row.month)}>
                  Close month
                </Button>
              ) : (
                <span className="dim">{row.state === 'closing' ? 'Closing' : 'Runs until the month ends'}</span>
              ),
          },
        ]}
      />
      {closing ? <CloseDialog month={closing} onClose={() => setClosing(null)} /> : null}
    </Page>
  );
}

function CloseDialog({ month, onClose }: { month: string; onClose: () => void }): ReactNode {
  const toast = useToast();
  const close = useSend('/api/v1/finance/periods/{month}/close', {
    path: { month },
    onDone: () => {
      toast(`Closing ${formatMonth(month)}. Its invoices appear as they are made.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Close ${formatMonth(month)}`} onClose={onClose}>
      <p>One invoice is made for each tenant and charged to its card. Afterwards nothing can be added to this month.</p>
      <SendError error={close.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={close.isPending} onClick={() => close.mutate()}>
          Close {formatMonth(month)}
        </Button>
      </div>
    </Dialog>
  );
}
