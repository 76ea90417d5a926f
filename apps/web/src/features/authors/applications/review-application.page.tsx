import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { ApplicationCase } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { Steps } from '../../../components/layout/timeline.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { AppealCard } from './application-appeal.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationThread } from './application-thread.js';
import { AppliedManifest } from './applied-manifest.js';
import { ApplicationFacts, applicationSteps } from './application.page.js';
import { DecideAppeal, SOMEBODY_ELSE } from './appeal-decision.js';
import { ApplicationChecklist } from './application-checklist.js';
import { DecisionButtons } from '../../../components/review/decision.js';
import type { Decision } from '../../../components/review/decision.js';

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
  approve: ['Identity, product and security contact were verified.'],
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
            <Steps steps={applicationSteps(view)} />
            {view.decision ? <Alert tone="info">{view.decision.text}</Alert> : null}
            <div className="detail-columns">
              <div className="stack">
                <Card title="Answers">
                  <ApplicationFacts application={view} />
                </Card>
                <ApplicationChecklist of={view} />
                <DecideAppeal application={view} />
                <Decide application={view} />
              </div>
              <div className="stack">
                {view.look_alikes.length > 0 ? (
                  <Alert tone="warn">Similar slugs in use: {view.look_alikes.join(', ')}</Alert>
                ) : null}
                <AppealCard of={view} />
                <AppliedManifest of={view} />
                <Card title="Messages">
                  <ApplicationThread side="reviewer" application={view} />
                </Card>
                <Card title="History">
                  <ApplicationHistory application={view} />
                </Card>
              </div>
            </div>
            <Card title="Resembles">
              <Neighbours of={view} />
            </Card>
            <Card title="Earlier applications">
              <Earlier of={view} />
            </Card>
            <Card title="Developer agreement">
              <Signatures orgId={view.org_id} />
            </Card>
          </>
        )}
      </Resource>
    </Page>
  );
}

/** Live Drives, reserved names and open applications that this one could be confused with, or copies. */
function Neighbours({ of: application }: { of: ApplicationCase }): ReactNode {
  if (application.neighbours.length === 0) return <p>No similar live Drives or open applications.</p>;
  return (
    <DataTable
      label="Resembles"
      rows={application.neighbours}
      rowKey={(row) => `${row.kind} ${row.slug}`}
      columns={[
        {
          id: 'drive',
          title: 'Drive',
          wrap: true,
          cell: (row) => (
            <>
              {row.kind === 'live' ? (
                <Link to="/catalogue/$slug" params={{ slug: row.slug }}>
                  {visible(row.name)}
                </Link>
              ) : row.application_id ? (
                <Link to="/review/applications/$id" params={{ id: row.application_id }}>
                  {visible(row.name)}
                </Link>
              ) : (
                visible(row.name)
              )}{' '}
              <code>{row.slug}</code>
            </>
          ),
        },
        { id: 'author', title: 'Author', wrap: true, cell: (row) => visible(row.author ?? '') },
        { id: 'category', title: 'Category', cell: (row) => row.category || 'Not given' },
        { id: 'kind', title: 'Is', cell: (row) => kinds[row.kind] },
        { id: 'score', title: 'Alike', cell: (row) => <span className="num">{Math.round(row.likeness * 100)} %</span> },
        { id: 'why', title: 'Why', wrap: true, cell: (row) => row.why.join(', ') },
      ]}
    />
  );
}

const kinds = { live: 'Live', reserved: 'Reserved', applied: 'Applied for' } as const;
const shared = {
  organisation: 'Same organisation',
  person: 'Same person',
  contact: 'Same security contact',
  domain: 'Same domain',
} as const;

/** What the same people, contact or domain applied for before, and what became of it. */
function Earlier({ of: application }: { of: ApplicationCase }): ReactNode {
  if (application.earlier.length === 0)
    return <p>No other application shares the organisation, a person, the security contact or the domain.</p>;
  return (
    <DataTable
      label="Earlier applications"
      rows={application.earlier}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'drive',
          title: 'Application',
          wrap: true,
          cell: (row) => (
            <Link to="/review/applications/$id" params={{ id: row.id }}>
              {visible(row.drive_name)} of {visible(row.company_name)}
            </Link>
          ),
        },
        { id: 'shares', title: 'Shares', wrap: true, cell: (row) => row.shares.map((one) => shared[one]).join(', ') },
        { id: 'state', title: 'State', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
        {
          id: 'account',
          title: 'Account',
          cell: (row) => (row.account === 'none' ? 'None' : <StatusBadge kind="account" code={row.account} />),
        },
        { id: 'at', title: 'Submitted', cell: (row) => <When at={row.submitted_at} /> },
        {
          id: 'decision',
          title: 'Decision',
          wrap: true,
          cell: (row) =>
            row.decision ? (
              <>
                {humanize(row.decision.reason_code)}, {visible(row.decided_by ?? '')}: {visible(row.decision.text)}
              </>
            ) : (
              'None'
            ),
        },
      ]}
    />
  );
}

/** Which texts of the agreement the organisation signed. */
function Signatures({ orgId }: { orgId: string }): ReactNode {
  const signatures = useGet('/api/v1/review/organizations/{orgId}/agreement-signatures', { path: { orgId } });
  return (
    <Resource of={signatures}>
      {({ versions }) => {
        const signed = versions.filter((one) => one.signed !== null);
        if (signed.length === 0) return <p>No version of the agreement has been signed.</p>;
        return (
          <DataTable
            label="Signatures"
            rows={signed}
            rowKey={(row) => row.version}
            columns={[
              { id: 'version', title: 'Version', cell: (row) => row.version },
              { id: 'state', title: 'State', cell: (row) => <StatusBadge kind="agreement" code={row.state} /> },
              { id: 'by', title: 'By', wrap: true, cell: (row) => visible(row.signed!.signed_name) },
              { id: 'at', title: 'When', cell: (row) => <When at={row.signed!.signed_at} /> },
              { id: 'from', title: 'From', cell: (row) => visible(row.signed!.ip ?? 'Not recorded') },
              { id: 'digest', title: 'Digest', cell: (row) => <Id value={row.signed!.digest} what="digest" /> },
            ]}
          />
        );
      }}
    </Resource>
  );
}

function Actions({ application }: { application: ApplicationCase }): ReactNode {
  const open = useSend('/api/v1/review/applications/{id}/open', { path: { id: application.id } });
  if (application.state !== 'submitted') return null;
  return (
    <>
      <Button loading={open.isPending} onClick={() => open.mutate()}>
        Open for review
      </Button>
      <SendError error={open.error} />
    </>
  );
}

/** What each decision still needs, and the buttons of those that need nothing more. */
function Decide({ application }: { application: ApplicationCase }): ReactNode {
  const toast = useToast();
  const navigate = useNavigate();
  const decide = useSend('/api/v1/review/applications/{id}/decide', {
    path: { id: application.id },
    onDone: (after) => {
      toast(`${after.company_name}: ${humanize(after.state)}.`);
      void navigate({ to: '/review', search: { tab: 'applications' } });
    },
  });
  if (application.state !== 'in_review') return null;
  const title = (id: string): string => application.criteria.find((one) => one.id === id)?.title ?? id;
  const missing = (decision: Decision): string | null => {
    if (application.refused_by_you) return SOMEBODY_ELSE;
    const gap = application.decisions.find((one) => one.decision === decision);
    if (!gap || gap.possible) return null;
    return `${gap.message ?? 'Not possible yet.'} ${gap.criteria.map(title).join(', ')}`.trim();
  };
  const notes = application.criteria
    .filter((one) => one.judged && one.judgement && one.judgement.verdict !== 'pass')
    .map((one) => `${one.title}: ${one.judgement!.note}`)
    .join('\n');
  const offered = notes === '' ? [] : [notes];
  return (
    <Card title="Decision">
      <DecisionButtons
        missing={missing}
        subject="the application"
        approveEffect="The author can sign the agreement, and a Drive ID is reserved."
        reasons={reasons}
        templates={{
          approve: templates.approve,
          request_changes: [...offered, ...templates.request_changes],
          reject: [...offered, ...templates.reject],
        }}
        busy={decide.isPending}
        error={decide.error}
        onDecide={({ decision, code, text }) => decide.mutate({ decision, reason_code: code, text })}
      />
    </Card>
  );
}
