import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { Schemas } from '../../api/types.js';
import { formatMonth, formatSpan } from '../../lib/format.js';
import { DataTable } from '../tables/data-table.js';
import { Card } from '../layout/page.js';
import { Resource } from '../feedback/resource.js';
import { EmptyState } from '../feedback/states.js';

type Kind = Schemas['ReviewStatisticsKindView'];

const titles: Record<string, string> = { submission: 'Drives and versions', application: 'Applications' };
const told = (count: number | null): ReactNode => count ?? 'under 5';

/** How fast reviewers decided, and how, month by month. */
export function ReviewStatistics(): ReactNode {
  const statistics = useGet('/api/public/review-statistics');
  return (
    <Resource of={statistics} what="the statistics">
      {(view) => (
        <>
          <p>
            The review target is {view.due_hours} hours. Times run from the moment a case is ready for review to the
            first decision. Numbers below five are not shown.
          </p>
          <Card title="Appeals">
            {view.appeals === null ? (
              <EmptyState>Fewer than five appeals were decided in the last twelve months.</EmptyState>
            ) : (
              <p>
                In the last twelve months at least {view.appeals.decided} appeals against refusals and removals were
                decided, half of them within {formatSpan(view.appeals.median_ms)}. Granted: {told(view.appeals.granted)}
                .
              </p>
            )}
          </Card>
          {view.kinds.map((kind) => (
            <Card key={kind.kind} title={titles[kind.kind] ?? kind.kind}>
              <Months of={kind} />
            </Card>
          ))}
        </>
      )}
    </Resource>
  );
}

function Months({ of: { kind, months } }: { of: Kind }): ReactNode {
  if (months.length === 0) return <EmptyState>No month with at least five decided cases yet.</EmptyState>;
  return (
    <DataTable
      label={titles[kind] ?? kind}
      rows={months}
      rowKey={(row) => row.month}
      columns={[
        { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
        { id: 'median', title: 'Half decided within', right: true, cell: (row) => formatSpan(row.median_ms) },
        { id: 'p90', title: 'Nine of ten within', right: true, cell: (row) => formatSpan(row.p90_ms) },
        { id: 'cases', title: 'Cases, at least', right: true, cell: (row) => row.cases },
        { id: 'approved', title: 'Approved', right: true, cell: (row) => told(row.approved) },
        { id: 'changes', title: 'Changes requested', right: true, cell: (row) => told(row.changes_requested) },
        { id: 'rejected', title: 'Rejected', right: true, cell: (row) => told(row.rejected) },
      ]}
    />
  );
}

/** One sentence for an author who is about to wait. */
export function ReviewTimes(): ReactNode {
  const statistics = useGet('/api/public/review-statistics');
  const newest = statistics.data?.kinds.find(({ kind }) => kind === 'submission')?.months[0];
  if (!statistics.data) return null;
  return (
    <p className="small dim">
      {newest
        ? `In ${formatMonth(newest.month)} half of all submissions were decided within ${formatSpan(newest.median_ms)}, nine of ten within ${formatSpan(newest.p90_ms)}.`
        : `Review target: ${statistics.data.due_hours} hours after the checks passed.`}{' '}
      <a href="/statistics">Review statistics</a>
    </p>
  );
}
