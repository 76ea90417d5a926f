import type { ReactNode } from 'react';
import { useList, type PolicyView } from '../../../api/hooks.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/policies.js';
import { common, rich } from '../../../text/common.js';

export type Policy = PolicyView;

/** The current version: with its author and reason. */
const current = ({ versions, version }: Policy): Policy['versions'][number] | undefined =>
  versions.find((one) => one.version === version);

/** Every rule that is a versioned row: current value, since when, by whom, the next value. */
export function PolicyTable({ titleOf }: { titleOf: (policy: Policy) => ReactNode }) {
  const policies = useList('/api/v1/finance/policies', {}, { refreshMs: 30_000 });
  return (
    <ListTable
      label={common.policies}
      list={policies}
      rowKey={(row) => row.key}
      empty={texts.policyTables.policyTableEmpty}
      titles={texts.policyTables.policyTableColumns}
      columns={[
        { id: 'title', cell: titleOf },
        { id: 'now', cell: (row) => row.sentence },
        { id: 'since', cell: (row) => (row.version === 1 ? texts.policyTables.builtIn : <When at={row.valid_from} />) },
        { id: 'by', cell: (row) => <By version={current(row)} /> },
        { id: 'next', cell: (row) => <Next policy={row} /> },
      ]}
    />
  );
}

function By({ version }: { version: Policy['versions'][number] | undefined }) {
  if (!version || version.version === 1) return common.drivePortal;
  return version.decided_by === null
    ? version.proposed_by
    : texts.policyTables.approvedBy(version.proposed_by, version.decided_by);
}

function Next({ policy: { coming } }: { policy: Policy }) {
  if (!coming) return texts.policyTables.noChange;
  return (
    <>
      {rich(texts.policyTables.scheduledFrom, {
        badge: (text) => <ToneBadge tone="info">{text}</ToneBadge>,
        sentence: coming.sentence,
        time: <When at={coming.valid_from} />,
      })}
    </>
  );
}

/** Every version of one policy, with who proposed and decided it and why. */
export function PolicyHistory({ policy }: { policy: Policy }) {
  return (
    <div className="stack stack-8">
      <h2>{texts.policyTables.policyHistoryHeading(policy.title)}</h2>
      <DataTable
        label={texts.policyTables.policyHistoryHeading(policy.title)}
        rows={policy.versions}
        titles={texts.policyTables.policyHistoryColumns}
        columns={[
          { id: 'version', cell: (row) => row.version },
          { id: 'what', cell: (row) => row.sentence },
          { id: 'from', cell: (row) => (row.version === 1 ? common.theBeginning : <When at={row.valid_from} />) },
          { id: 'who', cell: (row) => row.proposed_by },
          { id: 'decidedBy', cell: (row) => row.decided_by ?? '' },
          { id: 'why', cell: (row) => row.reason },
        ]}
      />
    </div>
  );
}
