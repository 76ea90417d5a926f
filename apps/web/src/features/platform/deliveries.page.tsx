import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Page } from '../../components/layout/page.js';
import { EmptyState, SendError } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { useToast } from '../../components/feedback/toasts.js';
import { When } from '../../components/values/when.js';
import { formatCount } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

const isStatus = (text: string): text is 'done' | 'failed' | 'pending' => ['done', 'failed', 'pending'].includes(text);

/** Work that follows from events: what failed for good can be started again here. */
export function DeliveriesPage(): ReactNode {
  const [status, setStatus] = useUrlState('status', 'failed');
  const rows = useList(
    '/api/v1/admin/deliveries',
    { query: { status: isStatus(status) ? status : 'failed' } },
    { refreshMs: 10_000 },
  );
  return (
    <Page title="Deliveries">
      <div className="filters">
        <NativeSelect
          label="Status"
          value={status}
          data={[
            { value: 'failed', label: 'Failed' },
            { value: 'pending', label: 'Waiting' },
            { value: 'done', label: 'Done' },
          ]}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Deliveries"
        list={rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState>
            {status === 'failed'
              ? 'No failed deliveries. All work is done or running.'
              : 'No deliveries with this status.'}
          </EmptyState>
        }
        columns={[
          { id: 'event', title: 'Event', cell: (row) => <code>{row.event_type}</code> },
          { id: 'consumer', title: 'Consumer', cell: (row) => <code>{row.consumer}</code> },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="delivery" code={row.state} /> },
          { id: 'attempts', title: 'Attempts', right: true, cell: (row) => formatCount(row.attempts) },
          { id: 'error', title: 'Last error', wrap: true, cell: (row) => row.last_error ?? '' },
          { id: 'at', title: 'Since', cell: (row) => <When at={row.created_at} /> },
          { id: 'act', title: 'Next step', cell: (row) => (row.state === 'failed' ? <Retry id={row.id} /> : '') },
        ]}
      />
    </Page>
  );
}

function Retry({ id }: { id: string }): ReactNode {
  const toast = useToast();
  const retry = useSend('/api/v1/admin/deliveries/{id}/retry', {
    path: { id },
    onDone: () => toast('Started again.'),
  });
  return (
    <>
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        Retry
      </Button>
      <SendError error={retry.error} />
    </>
  );
}
