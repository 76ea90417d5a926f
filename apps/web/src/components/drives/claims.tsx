import type { ReactNode } from 'react';
import type { Workspace } from '../../api/views.js';
import { humanize } from '../../lib/format.js';
import { visible, visibleList } from '../../lib/visible.js';
import { EmptyState } from '../feedback/states.js';
import { ToneBadge } from '../feedback/status-badge.js';
import { Card } from '../layout/page.js';
import { DataTable } from '../tables/data-table.js';
import { When } from '../values/when.js';

const actual = {
  observed: ['ok', 'Observed'],
  not_observed: ['neutral', 'Not observed'],
  unknown: ['neutral', 'Cannot be observed'],
} as const;

/** Capabilities and events: declared against seen. */
export function Claims({ of: view }: { of: Pick<Workspace, 'capabilities' | 'events'> }): ReactNode {
  return (
    <>
      <Card title="Capabilities">
        <DataTable
          label="Capabilities"
          rows={view.capabilities.filter((row) => row.declared || row.actual === 'observed')}
          rowKey={(row) => row.name}
          columns={[
            { id: 'name', title: 'Capability', cell: (row) => <code>{visible(row.name)}</code> },
            { id: 'declared', title: 'Declared', cell: (row) => (row.declared ? 'Yes' : 'No') },
            {
              id: 'actual',
              title: 'Actual',
              cell: (row) => {
                const [tone, text] = actual[row.actual];
                const wrong = row.declared && row.actual === 'not_observed';
                return <ToneBadge tone={wrong ? 'bad' : tone}>{text}</ToneBadge>;
              },
            },
            { id: 'by', title: 'Source', cell: (row) => visibleList(row.by) },
          ]}
        />
      </Card>
      <Card title="Events">
        {view.events.length === 0 ? (
          <EmptyState>Declares no events, and none were observed.</EmptyState>
        ) : (
          <DataTable
            label="Events"
            rows={view.events}
            rowKey={(row) => `${row.direction} ${row.kind}`}
            columns={[
              { id: 'kind', title: 'Kind', cell: (row) => <code>{visible(row.kind)}</code> },
              { id: 'way', title: 'Direction', cell: (row) => humanize(row.direction) },
              {
                id: 'declared',
                title: 'Declared',
                cell: (row) => (row.declared ? 'Yes' : <ToneBadge tone="bad">Not declared</ToneBadge>),
              },
              { id: 'seen', title: 'Seen', right: true, cell: (row) => row.seen ?? 'no installs' },
              { id: 'bad', title: 'Quarantined', right: true, cell: (row) => row.quarantined },
              { id: 'last', title: 'Last', cell: (row) => (row.last_at ? <When at={row.last_at} /> : 'never') },
            ]}
          />
        )}
      </Card>
    </>
  );
}
