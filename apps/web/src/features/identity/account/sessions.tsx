import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useRemove, useSend } from '../../../api/hooks.js';
import type { SessionView } from '../../../api/views.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { deviceOf } from './device.js';
import { formatUtc } from '../../../lib/format.js';

/** Where one is signed in. Times are wall time: the sandbox's test clock signs nobody out. */
export function SessionsCard(): ReactNode {
  const sessions = useGet('/api/v1/account/sessions', {}, { refreshMs: 60_000 });
  const toast = useToast();
  const others = useSend('/api/v1/account/sessions/revoke-others', {
    onDone: ({ revoked }) => toast(`${revoked} other ${revoked === 1 ? 'session has' : 'sessions have'} ended.`),
  });
  return (
    <Card title="Sessions">
      <Resource of={sessions} what="your sessions">
        {({ items }) => (
          <div className="stack">
            <SessionTable rows={items} />
            <SendError error={others.error} />
            {items.length > 1 ? (
              <div>
                <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
                  End all other sessions
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </Resource>
    </Card>
  );
}

function SessionTable({ rows }: { rows: readonly SessionView[] }): ReactNode {
  return (
    <DataTable
      label="Sessions"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { id: 'device', title: 'Device', wrap: true, cell: (row) => <Device of={row} /> },
        { id: 'ip', title: 'Address', cell: (row) => <code>{row.ip ?? 'unknown'}</code> },
        { id: 'since', title: 'Signed in', cell: (row) => <span className="num">{formatUtc(row.created_at)}</span> },
        { id: 'seen', title: 'Last active', cell: (row) => <span className="num">{formatUtc(row.last_seen_at)}</span> },
        { id: 'ends', title: 'Ends', cell: (row) => <span className="num">{formatUtc(row.ends_at)}</span> },
        {
          id: 'act',
          title: 'Next step',
          cell: (row) => (row.current ? <ToneBadge tone="info">This session</ToneBadge> : <EndSession id={row.id} />),
        },
      ]}
    />
  );
}

/** What the browser says about itself, in words; its own line for whoever wants to compare it. */
function Device({ of: { user_agent: said } }: { of: SessionView }): ReactNode {
  if (said === null || said.trim() === '') return deviceOf(said);
  return (
    <details>
      <summary>{deviceOf(said)}</summary>
      <code className="small">{said}</code>
    </details>
  );
}

function EndSession({ id }: { id: string }): ReactNode {
  const toast = useToast();
  const end = useRemove('/api/v1/account/sessions/{id}', {
    path: { id },
    onDone: () => toast('Session ended.'),
  });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End
      </Button>
      <SendError error={end.error} />
    </>
  );
}
