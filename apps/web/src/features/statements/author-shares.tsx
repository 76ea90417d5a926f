import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { Card } from '../../components/layout/page.js';
import { EmptyState } from '../../components/feedback/states.js';
import { When } from '../../components/values/when.js';

const SCOPES = { everybody: 'Everybody', author: 'You', drive: 'Drive' } as const;

/** Which part of what a tenant pays is the author's: by the policy, and where something else was agreed. */
export function Shares(): ReactNode {
  const shares = useList('/api/v1/author/revenue-shares');
  return (
    <Card title="Your share">
      <p className="dim">
        An install keeps the share that applied when it started. A share for one Drive takes precedence over yours.
      </p>
      <ListTable
        label="Shares"
        list={shares}
        rowKey={(row) => `${row.scope} ${row.name ?? ''} ${row.valid_from ?? ''}`}
        empty={<EmptyState>No shares yet.</EmptyState>}
        columns={[
          { id: 'of', title: 'Of', cell: (row) => (row.scope === 'drive' ? row.name : SCOPES[row.scope]) },
          { id: 'share', title: 'Share', right: true, cell: (row) => `${row.basis_points / 100} %` },
          {
            id: 'from',
            title: 'From',
            cell: (row) => (row.valid_from ? <When at={row.valid_from} /> : 'The beginning'),
          },
          { id: 'to', title: 'Until', cell: (row) => (row.valid_to ? <When at={row.valid_to} /> : '') },
        ]}
      />
    </Card>
  );
}
