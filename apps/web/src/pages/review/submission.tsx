import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { SubmissionView } from '../../api/views.js';
import { ChangeList, TechnicalDiff } from '../../components/change-list.js';
import { Id } from '../../components/copy.js';
import { ListingCard } from '../../components/listing-card.js';
import { Card, Facts, Page } from '../../components/page.js';
import { PermissionList } from '../../components/permission-list.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge } from '../../components/status-badge.js';
import { SubmissionChecks, useSubmissionLive } from '../../components/submission-checks.js';
import { useToast } from '../../components/toasts.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { useParam, useUrlState } from '../../lib/url-state.js';
import { DecisionButtons } from './decision.js';

const SUBMISSION = '/api/v1/review/submissions/{id}';

const templates = {
  approve: ['All checks passed; every permission is explained by what the Drive does.'],
  request_changes: ['Please explain why each permission is needed, or leave out those that are not.'],
  reject: ['The Drive asks for access that its purpose does not explain, and no reason was given.'],
};

/** One submission with the evidence: checks, permissions, changes, what operators will see; approved by its digest. */
export function ReviewSubmissionPage(): ReactNode {
  const id = useParam('id');
  const [tab, setTab] = useUrlState('tab', 'checks');
  const submission = useGet(SUBMISSION, { path: { id } }, { refreshMs: 10_000 });
  const live = useSubmissionLive(id, submission.data?.state, SUBMISSION);
  return (
    <Page
      title={submission.data ? `${submission.data.drive_name} ${submission.data.version ?? ''}`.trim() : 'Submission'}
      badges={submission.data ? <StatusBadge kind="version" code={submission.data.state} /> : null}
      actions={submission.data ? <Actions submission={submission.data} /> : null}
    >
      <Resource of={submission} page>
        {(view) => (
          <>
            <WhoActs kind="version" code={view.state} />
            <div className="detail-columns">
              <Tabs value={tab} onChange={(value) => setTab(value ?? 'checks')} keepMounted={false}>
                <Tabs.List>
                  <Tabs.Tab value="checks">Checks {view.checks.length}</Tabs.Tab>
                  <Tabs.Tab value="permissions">Permissions {view.permissions.length}</Tabs.Tab>
                  <Tabs.Tab value="changes">Changes {view.changes.length}</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="checks" pt="sm">
                  <SubmissionChecks checks={view.checks} live={live} />
                </Tabs.Panel>
                <Tabs.Panel value="permissions" pt="sm">
                  <Card title="Permissions">
                    <PermissionList permissions={view.permissions} />
                  </Card>
                </Tabs.Panel>
                <Tabs.Panel value="changes" pt="sm">
                  <Card title="Changes against the live version">
                    {view.manifest_before ? (
                      <ChangeList changes={view.changes} />
                    ) : (
                      <p>First version: there is nothing to compare with.</p>
                    )}
                    {view.manifest_before && view.manifest_after ? (
                      <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
                    ) : null}
                  </Card>
                </Tabs.Panel>
              </Tabs>
              <div className="stack">
                <Card title="Submission">
                  <Facts
                    items={[
                      ['Manifest', <code key="url">{view.manifest_url}</code>],
                      ['Digest', view.digest ? <Id key="digest" value={view.digest} what="digest" /> : null],
                      ['Submitted', <When key="at" at={view.created_at} />],
                      ['Kind', view.kind === 'initial' ? 'First version' : 'Update'],
                      ['Author', view.author],
                      ['Decision', view.decision?.reason],
                      ['Answer', view.answer],
                    ]}
                  />
                </Card>
                {view.listing ? (
                  <ListingCard listing={view.listing} note={<p className="small dim">As operators will see it</p>} />
                ) : null}
              </div>
            </div>
          </>
        )}
      </Resource>
    </Page>
  );
}

function Actions({ submission }: { submission: SubmissionView }): ReactNode {
  const toast = useToast();
  const navigate = useNavigate();
  const decide = useSend('/api/v1/review/submissions/{id}/decide', {
    path: { id: submission.id },
    onDone: () => {
      toast('Decided. The author has been told.');
      void navigate({ to: '/review' });
    },
  });
  if (submission.state !== 'in_review' || !submission.digest) return null;
  const digest = submission.digest;
  return (
    <DecisionButtons
      subject={`${submission.drive_name} ${submission.version ?? ''}`.trim()}
      approveEffect={`It goes live at exactly the digest shown. Running installs get an upgrade prompt and change nothing by themselves.`}
      templates={templates}
      busy={decide.isPending}
      error={decide.error}
      onDecide={({ decision, text }) => decide.mutate({ decision, reason: text, digest })}
    />
  );
}
