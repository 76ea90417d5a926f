import type { ReactNode } from 'react';
import { Page } from '../../../components/layout/page.js';
import { ReviewStatistics } from '../../../components/drives/review-statistics.js';

/** How fast and how reviewers decide, for everybody. */
export function StatisticsPage(): ReactNode {
  return (
    <Page title="Review statistics">
      <ReviewStatistics />
    </Page>
  );
}
