import { useGet } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { formatCount } from '../../../lib/format.js';
import { Claims } from '../../../components/drives/claims.js';
import { texts } from '../texts/evidence.js';
import { common } from '../../../text/common.js';

/** Declarations of the live version compared with what checks and installs showed; reviewers see the same. */
export function ClaimedAndObserved({ driveId }: { driveId: string }) {
  const observed = useGet('/api/v1/author/drives/{driveId}/observed', { path: { driveId } });
  return (
    <section className="stack" aria-labelledby="claimed">
      <h2 id="claimed">{texts.claimedObserved.heading}</h2>
      <Resource of={observed} what={texts.claimedObserved.names.whatWasObserved}>
        {(view) => (
          <>
            <Card title={common.permissions}>
              <DataTable
                label={common.permissions}
                rows={view.permissions}
                empty={common.requestsNoPermissions}
                rowKey={(row) => row.name}
                titles={texts.claimedObserved.columns}
                columns={[
                  { id: 'name', cell: (row) => <code>{row.name}</code> },
                  { id: 'text', cell: (row) => row.text },
                  { id: 'granted', right: true, cell: (row) => (row.granted === null ? '' : formatCount(row.granted)) },
                  { id: 'seen', cell: (row) => row.observed ?? common.cannotBeObserved },
                ]}
              />
            </Card>
            <Claims of={view} area="author" />
          </>
        )}
      </Resource>
    </section>
  );
}
