import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { ApplicationView } from '../../api/views.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { Alert, SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Steps } from '../../components/timeline.js';
import { useToast } from '../../components/toasts.js';
import { WhoActs } from '../../components/who-acts.js';
import { humanize } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { visible } from '../../lib/visible.js';
import { ApplicationHistory } from '../author/application-history.js';
import { ApplicationThread } from '../author/application-thread.js';
import { ApplicationFacts, applicationSteps } from '../author/application.js';
import { DecisionButtons } from './decision.js';

const APPLICATION = '/api/v1/review/applications/{id}';

const reasons = {
  approve: [{ value: 'meets_requirements', label: 'Meets the requirements' }],
  request_changes: [
    { value: 'identity_unclear', label: 'Identity unclear' },
    { value: 'product_unclear', label: 'Product unclear' },
    { value: 'security_contact', label: 'Security contact missing or not working' },
    { value: 'name_conflict', label: 'Name too close to another one' },
    { value: 'other', label: 'Something else' },
  ],
  reject: [
    { value: 'not_a_product', label: 'No real product' },
    { value: 'do_not_rules', label: 'Breaks the do-not rules' },
    { value: 'identity_not_proved', label: 'Identity not proved' },
    { value: 'country_not_payable', label: 'We cannot pay authors in this country' },
    { value: 'other', label: 'Something else' },
  ],
} as const;

const templates = {
  approve: ['Identity, product and security contact were checked and are in order.'],
  request_changes: ['Please say in two sentences which problem the Drive solves and for whom.'],
  reject: ['We could not find a product at the address given, and the contact did not answer.'],
};

/** One application with its answers; opening it tells the author that somebody looks. */
export function ReviewApplicationPage(): ReactNode {
  const id = useParam('id');
  const application = useGet(APPLICATION, { path: { id } });
  return (
    <Page
      title={application.data ? `Application of ${application.data.company_name}` : 'Application'}
      badges={application.data ? <StatusBadge kind="application" code={application.data.state} /> : null}
      actions={application.data ? <Actions application={application.data} /> : null}
    >
      <Resource of={application} page>
        {(view) => (
          <>
            <WhoActs kind="application" code={view.state} />
            <Steps steps={applicationSteps(view.state)} />
            {view.decision ? <Alert tone="info">{view.decision.text}</Alert> : null}
            <div className="detail-columns">
              <Card title="Answers">
                <ApplicationFacts application={view} />
              </Card>
              <div className="stack">
                {view.look_alikes.length > 0 ? (
                  <Alert tone="warn">Short names in use that look alike: {view.look_alikes.join(', ')}</Alert>
                ) : null}
                <Card title="Resembles">
                  <Neighbours of={view} />
                </Card>
                <Card title="Messages">
                  <ApplicationThread side="reviewer" application={view} />
                </Card>
                <Card title="History">
                  <ApplicationHistory application={view} />
                </Card>
              </div>
            </div>
          </>
        )}
      </Resource>
    </Page>
  );
}

/** Drives and open applications that this one could be confused with, or copies. */
function Neighbours({ of: application }: { of: ApplicationView }): ReactNode {
  if (application.neighbours.length === 0) return <p>No Drive and no open application is like this one.</p>;
  return (
    <ul className="prose">
      {application.neighbours.map((one) => (
        <li key={`${one.kind} ${one.slug}`}>
          <code>{one.slug}</code> {visible(one.name)}: {one.alike} {Math.round(one.likeness * 100)} % alike
          {one.kind === 'applied' ? ', applied for' : ', reserved'}
        </li>
      ))}
    </ul>
  );
}

function Actions({ application }: { application: ApplicationView }): ReactNode {
  const toast = useToast();
  const navigate = useNavigate();
  const path = { id: application.id };
  const open = useSend('/api/v1/review/applications/{id}/open', { path });
  const decide = useSend('/api/v1/review/applications/{id}/decide', {
    path,
    onDone: (after) => {
      toast(`${after.company_name}: ${humanize(after.state)}.`);
      void navigate({ to: '/review', search: { tab: 'applications' } });
    },
  });
  if (application.state === 'submitted') {
    return (
      <>
        <Button loading={open.isPending} onClick={() => open.mutate()}>
          Open for review
        </Button>
        <SendError error={open.error} />
      </>
    );
  }
  if (application.state !== 'in_review') return null;
  return (
    <DecisionButtons
      subject="the application"
      approveEffect="The author may sign the agreement and gets a Drive id reserved."
      reasons={reasons}
      templates={templates}
      busy={decide.isPending}
      error={decide.error}
      onDecide={({ decision, code, text }) => decide.mutate({ decision, reason_code: code, text })}
    />
  );
}
