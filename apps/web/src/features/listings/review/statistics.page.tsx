import type { ReactNode } from 'react';
import { Page } from '../../../components/layout/page.js';
import { ReviewStatistics } from '../../../components/drives/review-statistics.js';
import { texts } from '../texts/review.js';

/** How fast and how reviewers decide, for everybody. */
export function StatisticsPage(): ReactNode {
  return (
    <Page title={texts.statistics.title}>
      <ReviewStatistics />
    </Page>
  );
}
