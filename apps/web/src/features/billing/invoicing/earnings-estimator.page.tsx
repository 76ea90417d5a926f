import { useGet } from '../../../api/hooks.js';
import { Estimator } from '../../../components/finance/estimator.js';
import { Page } from '../../../components/layout/page.js';
import { SiteResource } from '../../../components/layout/site.js';
import { common } from '../../../text/common.js';

/** What installs of a price tier earn in a month at the author's own share. */
export function EarningsEstimatorPage() {
  const terms = useGet('/api/public/seller-terms');
  return (
    <Page title={common.earningsEstimator}>
      <SiteResource of={terms}>{(view) => <Estimator of={view} at="/api/v1/author/earnings-estimate" />}</SiteResource>
    </Page>
  );
}
