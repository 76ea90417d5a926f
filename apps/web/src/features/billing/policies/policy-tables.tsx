import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';

export type Policy = Schemas['PolicyView'];

/** The version that holds now: it says by whom and why. */
const current = ({ versions, version }: Policy): Policy['versions'][number] | undefined =>
  versions.find((one) => one.version === version && one.state === 'approved');

/** Every rule that is a versioned row: what holds, since when, by whom, what comes next. */
export function PolicyTable({ titleOf }: { titleOf: (policy: Policy) => ReactNode }): ReactNode {
  const policies = useList('/api/v1/finance/policies', {}, { refreshMs: 30_000 });
  return (
    <ListTable
      label="Policies"
      list={policies}
      rowKey={(row) => row.key}
      empty={<EmptyState>No policy.</EmptyState>}
      columns={[
        { id: 'title', title: 'Policy', cell: titleOf },
        { id: 'now', title: 'Current value', wrap: true, cell: (row) => row.sentence },
        {
          id: 'since',
          title: 'Since',
          cell: (row) => (row.version === 1 ? 'Built in' : <When at={row.valid_from} />),
        },
        { id: 'by', title: 'By', wrap: true, cell: (row) => <By version={current(row)} /> },
        { id: 'next', title: 'Next', wrap: true, cell: (row) => <Next policy={row} /> },
      ]}
    />
  );
}

function By({ version }: { version: Policy['versions'][number] | undefined }): ReactNode {
  if (!version || version.version === 1) return 'Drive Portal';
  return version.decided_by === null
    ? version.proposed_by
    : `${version.proposed_by}, approved by ${version.decided_by}`;
}

function Next({ policy: { proposal, coming } }: { policy: Policy }): ReactNode {
  if (proposal)
    return (
      <>
        <StatusBadge kind="decision" code="proposed" /> {proposal.sentence} From <When at={proposal.valid_from} />
      </>
    );
  if (!coming) return 'No change';
  return (
    <>
      <ToneBadge tone="info">Scheduled</ToneBadge> {coming.sentence} From <When at={coming.valid_from} />
    </>
  );
}

/** Every version of one policy, with who proposed and decided it and why. */
export function PolicyHistory({ policy }: { policy: Policy }): ReactNode {
  return (
    <div className="stack stack-8">
      <h2>History of {policy.title}</h2>
      <DataTable
        label={`History of ${policy.title}`}
        rows={policy.versions}
        rowKey={(row) => row.id}
        columns={[
          { id: 'version', title: 'Version', cell: (row) => row.version },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'what', title: 'What it says', wrap: true, cell: (row) => row.sentence },
          {
            id: 'from',
            title: 'From',
            cell: (row) => (row.version === 1 ? 'The beginning' : <When at={row.valid_from} />),
          },
          { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'by', title: 'Decided by', cell: (row) => row.decided_by ?? '' },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
        ]}
      />
    </div>
  );
}
