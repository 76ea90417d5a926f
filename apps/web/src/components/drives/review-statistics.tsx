import { useGet, type ReviewStatisticsKindView } from '../../api/hooks.js';
import { formatMonth, formatSpan } from '../../lib/format.js';
import { DataTable } from '../tables/data-table.js';
import { Card } from '../layout/page.js';
import { Resource } from '../feedback/resource.js';
import { EmptyState } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common, rich } from '../../text/common.js';

const titles: Record<string, string> = texts.reviewStatistics.titles;
const atLeast = (count: number | null) => count ?? texts.reviewStatistics.underFive;

/** How fast reviewers decided, and how, month by month. */
export function ReviewStatistics() {
  const statistics = useGet('/api/public/review-statistics');
  return (
    <Resource of={statistics} what={texts.reviewStatistics.names.statistics}>
      {(view) => (
        <>
          <p>{texts.reviewStatistics.reviewTarget(view.due_hours)}</p>
          <Card title={common.appeals}>
            {view.appeals === null ? (
              <EmptyState>{texts.reviewStatistics.empty}</EmptyState>
            ) : (
              <p>
                {rich(texts.reviewStatistics.appealsDecided, {
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
    </Resource>
  );
}

function Months({ of: { kind, months } }: { of: ReviewStatisticsKindView }) {
  if (months.length === 0) return <EmptyState>{texts.reviewStatistics.monthsEmpty}</EmptyState>;
  return (
    <DataTable
      label={titles[kind] ?? kind}
      rows={months}
      rowKey={(row) => row.month}
      titles={texts.reviewStatistics.monthsColumns}
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

/** One sentence for an author who is about to wait. */
export function ReviewTimes() {
  const statistics = useGet('/api/public/review-statistics');
  const newest = statistics.data?.kinds.find(({ kind }) => kind === 'submission')?.months[0];
  if (!statistics.data) return null;
  return (
    <p className="small dim">
      {newest
        ? texts.reviewStatistics.timesOfMonth(
            formatMonth(newest.month),
            formatSpan(newest.median_ms),
            formatSpan(newest.p90_ms),
          )
        : texts.reviewStatistics.reviewTimesReviewTarget(statistics.data.due_hours)}{' '}
      <a href="/statistics">{common.reviewStatistics}</a>
    </p>
  );
}
