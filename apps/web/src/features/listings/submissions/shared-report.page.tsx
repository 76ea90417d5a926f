import { useGet } from '../../../api/hooks.js';
import { checksText } from '../../../components/drives/checks-text.js';
import { CheckList } from '../../../components/drives/check-list.js';
import { Id, When } from '../../../components/values/values.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { StatusLine } from '../../../components/feedback/feedback.js';
import { useParam } from '../../../lib/url-state.js';
import { ErrorPage } from '../../../shell/routes/error-pages.js';
import { texts } from '../texts/submissions.js';
import { common, rich } from '../../../text/common.js';

const REPORT = '/api/public/reports/{token}';

/** The checks of a submission, as its author lets others read them. */
export function SharedReportPage() {
  const token = useParam('token');
  const report = useGet(REPORT, { path: { token } }, { refreshMs: 10_000 });
  // It was ended, or its time ran out, while somebody was looking at it. It does not come back under this address.
  if (report.error?.status === 404) return <ErrorPage error={report.error} />;
  return (
    <ResourcePage
      of={report}
      title={report.data ? texts.submission.title(report.data.drive_name) : texts.sharedReport.aSharedReportTitle}
    >
      {(view) => (
        <>
          <p>
            {rich(texts.sharedReport.sharesThisReportUntil, {
              author: view.author,
              time: <When at={view.expires_at} />,
            })}
          </p>
          <Card title={common.manifest}>
            <Facts
              items={{
                address: <code>{view.manifest_url}</code>,
                version: view.version,
                digest: view.digest ? <Id value={view.digest} what={common.digestInText} /> : null,
                submitted: <When at={view.submitted_at} />,
              }}
            />
          </Card>
          <Card title={common.checks}>
            <StatusLine>{checksText(view.check_counts).join(' ')}</StatusLine>
            <CheckList checks={view.checks} />
          </Card>
        </>
      )}
    </ResourcePage>
  );
}
