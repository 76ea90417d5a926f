import { Page } from '../../../components/layout/page.js';
import { ReviewStatistics } from '../../../components/drives/review-statistics.js';
import { common } from '../../../text/common.js';

/** How fast and how reviewers decide, for everybody. */
export function StatisticsPage() {
  return (
    <Page title={common.reviewStatistics}>
      <ReviewStatistics />
    </Page>
  );
}
