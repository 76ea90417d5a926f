import { Button } from '@mantine/core';
import { useList, useSend, type EventDeliveryView } from '../../../api/hooks.js';
import { SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { useFilter } from '../../../components/tables/filter.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Id, When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/install-detail.js';

const ended = new Set(['failed', 'cancelled']);

const STATES = { label: common.status, choices: texts.eventDeliveries.states };

/** Events of the host that were sent to an install; failed ones can be sent again. */
export function InstallDeliveries({ id }: { id: string }) {
  const [state, stateFilter] = useFilter('delivery', STATES);
  const query = state ? { state } : {};
  const list = useList('/api/v1/operator/installs/{id}/deliveries', { path: { id }, query }, { refreshMs: 10_000 });
  const replay = useSend('/api/v1/operator/installs/{id}/deliveries/replay', {
    path: { id },
    toast: ({ replayed }) => texts.eventDeliveries.toast(replayed),
  });
  return (
    <section className="stack stack-8">
      <p className="dim">{texts.eventDeliveries.explanation}</p>
      <div className="filters">
        {stateFilter}
        <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate({})}>
          {texts.eventDeliveries.resendAll}
        </Button>
      </div>
      <SendError error={replay.error} />
      <ListTable
        label={texts.eventDeliveries.title}
        list={list}
        empty={texts.eventDeliveries.empty}
        titles={texts.eventDeliveries.columns}
        columns={[
          ...COLUMNS,
          {
            id: 'act',
            cell: (row) =>
              ended.has(row.state) && row.event_id !== null ? (
                <Button
                  variant="subtle"
                  aria-label={texts.eventDeliveries.resendOne(row.event_id)}
                  onClick={() => replay.mutate({ ids: [row.id] })}
                >
                  {common.resend}
                </Button>
              ) : null,
          },
        ]}
      />
    </section>
  );
}

/** Events of the host that were sent to an author's Drive, without their content. */
export function DriveDeliveries({ driveId }: { driveId: string }) {
  const [state, stateFilter] = useFilter('delivery', STATES);
  const query = state ? { state } : {};
  const list = useList(
    '/api/v1/author/drives/{driveId}/deliveries',
    { path: { driveId }, query },
    { refreshMs: 30_000 },
  );
  return (
    <section className="stack stack-8">
      <h2>{texts.eventDeliveries.authorTitle}</h2>
      <p className="dim">{texts.eventDeliveries.authorExplanation}</p>
      <div className="filters">{stateFilter}</div>
      <ListTable
        label={texts.eventDeliveries.authorTitle}
        list={list}
        empty={texts.eventDeliveries.empty}
        titles={texts.eventDeliveries.columns}
        columns={[{ id: 'install', cell: (row) => <Id value={row.install_id} /> }, ...COLUMNS]}
      />
    </section>
  );
}

const COLUMNS = [
  { id: 'type', cell: (row: EventDeliveryView) => <code>{row.type}</code> },
  { id: 'event', cell: (row: EventDeliveryView) => (row.event_id === null ? '' : <Id value={row.event_id} />) },
  { id: 'state', cell: (row: EventDeliveryView) => <StatusBadge kind="event_delivery" code={row.state} /> },
  { id: 'at', cell: (row: EventDeliveryView) => <When machine at={row.queued_at} /> },
  { id: 'attempts', right: true, cell: (row: EventDeliveryView) => String(row.attempts) },
  {
    id: 'problem',
    // The plugin's own words.
    cell: (row: EventDeliveryView) => (row.last_problem === null ? '' : visible(row.last_problem)),
  },
  {
    id: 'next',
    cell: (row: EventDeliveryView) => (row.next_attempt_at === null ? '' : <When machine at={row.next_attempt_at} />),
  },
];
