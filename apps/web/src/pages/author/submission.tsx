import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { SubmissionView } from '../../api/views.js';
import { ChangeList, TechnicalDiff } from '../../components/change-list.js';
import { Id } from '../../components/copy.js';
import { LinkButton } from '../../components/link-button.js';
import { ListingCard } from '../../components/listing-card.js';
import { Card, Facts, Page } from '../../components/page.js';
import { PermissionList } from '../../components/permission-list.js';
import { Resource } from '../../components/resource.js';
import { Alert } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { SubmissionChecks, useSubmissionLive } from '../../components/submission-checks.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { useParam } from '../../lib/url-state.js';

const SUBMISSION = '/api/v1/submissions/{id}';

/** One submitted manifest: the checks live, then what the reviewer and the operators will see. */
export function SubmissionPage(): ReactNode {
  const id = useParam('id');
  const submission = useGet<SubmissionView>(SUBMISSION, { path: { id } });
  const state = submission.data?.state;
  const live = useSubmissionLive(id, state, SUBMISSION);
  return (
    <Page
      title={submission.data ? `Check of ${submission.data.drive_name}` : 'Check'}
      badges={state ? <StatusBadge kind="version" code={state} /> : null}
      actions={
        submission.data && ['failed', 'rejected', 'changes_requested'].includes(submission.data.state) ? (
          <LinkButton to="/author/drives/new" search={{ drive: submission.data.drive_id }}>
            Submit again
          </LinkButton>
        ) : null
      }
    >
      <Resource of={submission} page>
        {(view) => (
          <>
            <WhoActs kind="version" code={view.state} />
            {view.decision ? (
              <Alert tone={view.state === 'approved' ? 'ok' : 'warn'}>{view.decision.reason}</Alert>
            ) : null}
            <div className="detail-columns">
              <SubmissionChecks checks={view.checks} live={live} />
              <div className="stack">
                <Card title="Manifest">
                  <Facts
                    items={[
                      ['Address', <code key="url">{view.manifest_url}</code>],
                      ['Version', view.version],
                      ['Digest', view.digest ? <Id key="digest" value={view.digest} what="digest" /> : null],
                      ['Submitted', <When key="at" at={view.created_at} />],
                    ]}
                  />
                </Card>
                {view.listing ? (
                  <ListingCard listing={view.listing} note={<p className="small dim">As operators will see it</p>} />
                ) : null}
                <Card title="Permissions">
                  <PermissionList permissions={view.permissions} />
                </Card>
              </div>
            </div>
            {view.changes.length > 0 ? (
              <Card title="Changes against the live version">
                <ChangeList changes={view.changes} />
                {view.manifest_before && view.manifest_after ? (
                  <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
                ) : null}
              </Card>
            ) : null}
          </>
        )}
      </Resource>
    </Page>
  );
}
