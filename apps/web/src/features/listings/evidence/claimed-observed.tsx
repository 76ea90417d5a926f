import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { formatCount } from '../../../lib/format.js';
import { Claims } from '../../../components/drives/claims.js';

/** What the live version declares beside what checks and installs showed: what reviewers read, too. */
export function ClaimedAndObserved({ driveId }: { driveId: string }): ReactNode {
  const observed = useGet('/api/v1/author/drives/{driveId}/observed', { path: { driveId } });
  return (
    <section className="stack" aria-labelledby="claimed">
      <h2 id="claimed">Claimed and observed</h2>
      <Resource of={observed} what="what was observed">
        {(view) => (
          <>
            <Card title="Permissions">
              {view.permissions.length === 0 ? (
                <EmptyState>Requests no permissions.</EmptyState>
              ) : (
                <DataTable
                  label="Permissions"
                  rows={view.permissions}
                  rowKey={(row) => row.name}
                  columns={[
                    { id: 'name', title: 'Permission', cell: (row) => <code>{row.name}</code> },
                    { id: 'text', title: 'What it allows', wrap: true, cell: (row) => row.text },
                    {
                      id: 'granted',
                      title: 'Installs that granted it',
                      right: true,
                      cell: (row) => (row.granted === null ? '' : formatCount(row.granted)),
                    },
                    {
                      id: 'seen',
                      title: 'Observed use',
                      wrap: true,
                      cell: (row) => row.observed ?? 'Cannot be observed',
                    },
                  ]}
                />
              )}
            </Card>
            <Claims of={view} />
          </>
        )}
      </Resource>
    </section>
  );
}
