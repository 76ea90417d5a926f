import { useGet } from '../../api/hooks.js';
import { formatMonth, formatSpan } from '../../lib/format.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

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
