import { useGet, type ReviewStatisticsKindView } from '../../../api/hooks.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { texts as driveTexts } from '../../../components/texts/drives.js';
import { formatMonth, formatSpan } from '../../../lib/format.js';
import { common, rich } from '../../../text/common.js';

const texts = driveTexts.reviewStatistics;
const titles: Record<string, string> = texts.titles;
const atLeast = (count: number | null) => count ?? texts.underFive;

/** How fast and how reviewers decide, month by month, for everybody. */
export function StatisticsPage() {
  const statistics = useGet('/api/public/review-statistics');
  return (
    <ResourcePage of={statistics} title={common.reviewStatistics}>
      {(view) => (
        <>
          <p>{texts.reviewTarget(view.due_hours)}</p>
          <Card title={common.appeals}>
            {view.appeals === null ? (
              <EmptyState>{texts.empty}</EmptyState>
            ) : (
              <p>
                {rich(texts.appealsDecided, {
                  decided: view.appeals.decided,
                  duration: formatSpan(view.appeals.median_ms),
                  granted: atLeast(view.appeals.granted),
                })}
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
    </ResourcePage>
  );
}

function Months({ of: { kind, months } }: { of: ReviewStatisticsKindView }) {
  if (months.length === 0) return <EmptyState>{texts.monthsEmpty}</EmptyState>;
  return (
    <DataTable
      label={titles[kind] ?? kind}
      rows={months}
      rowKey={(row) => row.month}
      titles={texts.monthsColumns}
      columns={[
        { id: 'month', cell: (row) => formatMonth(row.month) },
        { id: 'median', right: true, cell: (row) => formatSpan(row.median_ms) },
        { id: 'p90', right: true, cell: (row) => formatSpan(row.p90_ms) },
        { id: 'cases', right: true, cell: (row) => row.cases },
        { id: 'approved', right: true, cell: (row) => atLeast(row.approved) },
        { id: 'changes', right: true, cell: (row) => atLeast(row.changes_requested) },
        { id: 'rejected', right: true, cell: (row) => atLeast(row.rejected) },
      ]}
    />
  );
}
