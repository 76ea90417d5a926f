import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { ApplicationView } from '../../api/views.js';
import { LinkButton } from '../../components/link-button.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { Alert, EmptyState, SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Steps } from '../../components/timeline.js';
import type { Step } from '../../components/timeline.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { humanize } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationThread } from './application-thread.js';

const order = ['draft', 'submitted', 'in_review', 'approved'];
const titles = ['Draft', 'Submitted', 'In review', 'Decision'];

export function applicationSteps(state: string): Step[] {
  const at = state === 'changes_requested' ? 2 : ['rejected', 'withdrawn'].includes(state) ? 3 : order.indexOf(state);
  return titles.map((title, i) => ({ id: title, title, state: i < at ? 'done' : i === at ? 'now' : 'next' }));
}

/** The newest application of mine: where it stands, who acts, what was answered. */
export function ApplicationPage(): ReactNode {
  const own = useGet('/api/v1/applications', {}, { refreshMs: 15_000 });
  const application = own.data?.items[0];
  return (
    <Page
      title="Application"
      badges={application ? <StatusBadge kind="application" code={application.state} /> : null}
      actions={application ? <Actions application={application} /> : null}
    >
      <Resource of={own} page>
        {() =>
          application ? (
            <ApplicationBody application={application} />
          ) : (
            <EmptyState action={<LinkButton to="/apply">Apply</LinkButton>}>
              No application yet. Apply to publish Drives to start.
            </EmptyState>
          )
        }
      </Resource>
    </Page>
  );
}

function Actions({ application }: { application: ApplicationView }): ReactNode {
  const withdraw = useSend('/api/v1/applications/{id}/withdraw', { path: { id: application.id } });
  if (application.state === 'approved') {
    return <LinkButton to="/author/agreement">Open the agreement</LinkButton>;
  }
  return (
    <>
      {['draft', 'changes_requested'].includes(application.state) ? (
        <LinkButton to="/apply">Edit and submit</LinkButton>
      ) : null}
      {['submitted', 'in_review', 'changes_requested'].includes(application.state) ? (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
        </Button>
      ) : null}
      <SendError error={withdraw.error} />
    </>
  );
}

function ApplicationBody({ application }: { application: ApplicationView }): ReactNode {
  return (
    <>
      <WhoActs kind="application" code={application.state} />
      <Steps steps={applicationSteps(application.state)} />
      {application.decision ? (
        <Alert tone={application.state === 'approved' ? 'ok' : 'warn'}>
          {humanize(application.decision.reason_code)}: {application.decision.text}
        </Alert>
      ) : null}
      <div className="detail-columns">
        <Card title="Your answers">
          <ApplicationFacts application={application} />
        </Card>
        <div className="stack">
          <Card title="Messages">
            <ApplicationThread side="applicant" application={application} />
          </Card>
          <Card title="History">
            <ApplicationHistory application={application} />
          </Card>
        </div>
      </div>
    </>
  );
}

export function ApplicationFacts({ application }: { application: ApplicationView }): ReactNode {
  return (
    <Facts
      items={[
        ['Founder', application.founder_name || 'Not given'],
        ['Company', application.company_name],
        ['Country', application.country],
        ['Website', application.website],
        ['GitHub', application.github || 'Not given'],
        ['Drive', application.drive_name],
        ['Short name', <code key="slug">{application.drive_slug}</code>],
        ['What it does', application.description],
        ['Category', application.category || 'Not given'],
        ['Permissions planned', application.intended_scopes.join(', ') || 'Not given'],
        ['Data planned', application.data_classes.join(', ') || 'Not given'],
        ['Manifest', <ManifestLink key="manifest" url={application.manifest_url} />],
        ['Security contact', application.security_contact],
        ['Submitted', application.submitted_at ? <When key="at" at={application.submitted_at} /> : 'Not yet'],
      ]}
    />
  );
}

/** An applicant's own words: opened by the validator, never by a click straight to it. */
function ManifestLink({ url }: { url: string }): ReactNode {
  if (url === '') return 'Not given';
  return (
    <>
      {visible(url)}{' '}
      <a href={`/validate?url=${encodeURIComponent(url)}`} target="_blank" rel="noreferrer">
        Check it
      </a>
    </>
  );
}
