import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { useChoice } from '../../components/tables/filter.js';
import { Page } from '../../components/layout/page.js';
import { EmptyState, StatusBadge } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { formatCount } from '../../lib/format.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';
import { PostButton } from '../../components/forms/post-button.js';

/** Work that follows from events: permanently failed deliveries can be retried here. */
export function DeliveriesPage() {
  const [status, statusField] = useChoice('status', {
    label: common.status,
    choices: texts.deliveries.options,
    usual: 'failed',
  });
  const rows = useList('/api/v1/admin/deliveries', { query: { status } }, { refreshMs: 10_000 });
  return (
    <Page title={common.deliveries}>
      <div className="filters">{statusField}</div>
      <ListTable
        label={common.deliveries}
        list={rows}
        empty={
          <EmptyState>{status === 'failed' ? texts.deliveries.noneFailed : texts.deliveries.noneWithStatus}</EmptyState>
        }
        titles={texts.deliveries.columns}
        columns={[
          { id: 'type', cell: (row) => <code>{row.event_type}</code> },
          { id: 'consumer', cell: (row) => <code>{row.consumer}</code> },
          { id: 'state', cell: (row) => <StatusBadge kind="delivery" code={row.state} /> },
          { id: 'attempts', right: true, cell: (row) => formatCount(row.attempts) },
          { id: 'error', cell: (row) => row.last_error ?? '' },
          { id: 'since', cell: (row) => <When at={row.created_at} /> },
          {
            id: 'act',
            cell: ({ id, state }) =>
              state === 'failed' ? (
                <PostButton
                  to="/api/v1/admin/deliveries/{id}/retry"
                  options={{ path: { id }, toast: texts.deliveries.toast }}
                  body={undefined}
                >
                  {texts.deliveries.retry}
                </PostButton>
              ) : null,
          },
        ]}
      />
    </Page>
  );
}
