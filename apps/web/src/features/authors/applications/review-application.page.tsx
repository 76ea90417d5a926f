import { Link } from '@tanstack/react-router';
import { useGet, useSend, type ApplicationCaseView } from '../../../api/hooks.js';
import { Id, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { Steps } from '../../../components/layout/timeline.js';
import { humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { AppealCard } from '../../../components/review/appeal.js';
import { ApplicationHistory, ApplicationThread, AppliedManifest } from './application-parts.js';
import { ApplicationFacts, applicationSteps } from './application.page.js';
import { DecisionCard } from '../../../components/review/decision.js';
import { texts } from '../texts/applications.js';
import { common } from '../../../text/common.js';
import { AppealDecision } from '../../../components/review/appeal-decision.js';
import { CaseClaim } from '../../../components/review/claim.js';
import { useNextCase } from '../../../components/review/next-case.js';
import { Criteria, useJudging } from '../../../components/review/criteria.js';

const APPLICATION = '/api/v1/review/applications/{id}';

/** One application with its answers; claiming it shows the author that it is in review. */
export function ReviewApplicationPage() {
  const id = useParam('id');
  const application = useGet(APPLICATION, { path: { id } });
  return (
    <ResourcePage
      of={application}
      title={application.data ? texts.reviewApplication.title(application.data.company_name) : common.application}
      badges={application.data ? <StatusBadge kind="application" code={application.data.state} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="application" code={view.state} />
          {mayClaim(view) ? <CaseClaim id={id} hold={view.hold} /> : null}
          <Steps steps={applicationSteps(view)} />
          {view.decision ? <Alert tone="info">{view.decision.text}</Alert> : null}
          <div className="detail-columns">
            <div className="stack">
              <Card title={texts.reviewApplication.answersTitle}>
                <ApplicationFacts application={view} />
              </Card>
              <ApplicationChecklist of={view} />
              <DecideAppeal application={view} />
              <Decide application={view} />
            </div>
            <div className="stack">
              {view.look_alikes.length > 0 ? (
                <Alert tone="warn">{texts.reviewApplication.similarSlugsInUse(view.look_alikes.join(', '))}</Alert>
              ) : null}
              <AppealCard kind="appeal" appeal={view.appeal} />
              <AppliedManifest of={view} />
              <Card title={common.messages}>
                <ApplicationThread side="reviewer" application={view} />
              </Card>
              <Card title={common.historyTitle}>
                <ApplicationHistory application={view} />
              </Card>
            </div>
          </div>
          <Card title={common.resembles}>
            <Neighbours of={view} />
          </Card>
          <Card title={common.earlierApplications}>
            <Earlier of={view} />
          </Card>
          <Card title={common.developerAgreement}>
            <Signatures orgId={view.org_id} />
          </Card>
        </>
      )}
    </ResourcePage>
  );
}

/** Live Drives, reserved names and open applications that this one could be confused with, or copies. */
function Neighbours({ of: application }: { of: ApplicationCaseView }) {
  if (application.neighbours.length === 0) return <p>{texts.reviewApplication.neighboursExplanation}</p>;
  return (
    <DataTable
      label={common.resembles}
      rows={application.neighbours}
      rowKey={(row) => `${row.kind} ${row.slug}`}
      titles={texts.reviewApplication.neighboursColumns}
      columns={[
        {
          id: 'drive',
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
        { id: 'author', cell: (row) => visible(row.author ?? '') },
        { id: 'category', cell: (row) => row.category || common.notGiven },
        { id: 'kind', cell: (row) => kinds[row.kind] },
        { id: 'score', cell: (row) => <span className="num">{Math.round(row.likeness * 100)} %</span> },
        { id: 'note', cell: (row) => row.why.join(', ') },
      ]}
    />
  );
}

const kinds = texts.reviewApplication.kinds;
const shared = texts.reviewApplication.shared;

/** Earlier applications of the same people, contact or domain, and their outcome. */
function Earlier({ of: application }: { of: ApplicationCaseView }) {
  if (application.earlier.length === 0) return <p>{texts.reviewApplication.earlierExplanation}</p>;
  return (
    <DataTable
      label={common.earlierApplications}
      rows={application.earlier}
      titles={texts.reviewApplication.earlierColumns}
      columns={[
        {
          id: 'application',
          to: '/review/applications/$id',
          cell: (row) => texts.reviewApplication.driveOfCompany(visible(row.drive_name), visible(row.company_name)),
        },
        { id: 'shares', cell: (row) => row.shares.map((one) => shared[one]).join(', ') },
        { id: 'state', cell: (row) => <StatusBadge kind="application" code={row.state} /> },
        {
          id: 'account',
          cell: (row) =>
            row.account === 'none' ? common.noneTitle : <StatusBadge kind="account" code={row.account} />,
        },
        { id: 'submitted', cell: (row) => <When at={row.submitted_at} /> },
        {
          id: 'decision',
          cell: (row) =>
            row.decision ? (
              <>
                {humanize(row.decision.reason_code)}, {visible(row.decided_by ?? '')}: {visible(row.decision.text)}
              </>
            ) : (
              common.noneTitle
            ),
        },
      ]}
    />
  );
}

/** Which texts of the agreement the organisation signed. */
function Signatures({ orgId }: { orgId: string }) {
  const signatures = useGet('/api/v1/review/organizations/{orgId}/agreement-signatures', { path: { orgId } });
  return (
    <Resource of={signatures}>
      {({ versions }) => {
        const signed = versions.filter((one) => one.signed !== null);
        if (signed.length === 0) return <p>{texts.reviewApplication.signaturesExplanation}</p>;
        return (
          <DataTable
            label={common.signatures}
            rows={signed}
            rowKey={(row) => row.version}
            columns={[
              { id: 'version', cell: (row) => row.version },
              { id: 'state', cell: (row) => <StatusBadge kind="agreement" code={row.state} /> },
              { id: 'by', cell: (row) => visible(row.signed!.signed_name) },
              { id: 'at', cell: (row) => <When at={row.signed!.signed_at} /> },
              { id: 'from', cell: (row) => visible(row.signed!.ip ?? common.notRecorded) },
              { id: 'digest', cell: (row) => <Id value={row.signed!.digest} what={common.digestInText} /> },
            ]}
          />
        );
      }}
    </Resource>
  );
}

const WAITS = ['submitted', 'in_review'];
const mayClaim = ({ state, appeal, refused_by_you: yours }: ApplicationCaseView): boolean =>
  !yours && (WAITS.includes(state) || appeal?.state === 'open');

/** The missing conditions of each decision, and the buttons of complete ones. */
function Decide({ application }: { application: ApplicationCaseView }) {
  const next = useNextCase('applications', application.id);
  const decide = useSend('/api/v1/review/applications/{id}/decide', {
    path: { id: application.id },
    toast: (after) => `${after.company_name}: ${humanize(after.state)}.`,
    onDone: () => void next(),
  });
  if (application.state !== 'in_review') return null;
  const { effects, reasons, templates, subject } = texts.reviewApplicationDecide;
  const notes = application.criteria
    .filter((one) => one.judged && one.judgement && one.judgement.verdict !== 'pass')
    .map((one) => `${one.title}: ${one.judgement!.note}`)
    .join('\n');
  const offered = notes === '' ? [] : [notes];
  return (
    <DecisionCard
      of={application}
      subject={subject}
      effects={effects}
      reasons={reasons}
      templates={{
        approve: [templates.approve],
        request_changes: [...offered, templates.request_changes],
        reject: [...offered, templates.reject],
      }}
      whyNot={whyNot(application)}
      send={decide}
      onDecide={({ decision, code, text }) => decide.mutate({ decision, reason_code: code, text })}
    />
  );
}

const whyNot = ({ refused_by_you: yours, hold }: ApplicationCaseView): string | null =>
  yours ? texts.appealDecision.ownRejection : hold?.yours ? null : common.claimTheReviewFirst;

/** An appeal that waits: a reviewer other than the one who refused decides it. */
function DecideAppeal({ application }: { application: ApplicationCaseView }) {
  const next = useNextCase('applications/appeals', application.id);
  const decide = useSend('/api/v1/review/applications/{id}/appeal/decide', {
    path: { id: application.id },
    onDone: () => void next(),
    toast: (after) => (after.state === 'in_review' ? texts.appealDecision.toastAppealGranted : common.dismissed),
  });
  if (application.appeal?.state !== 'open') return null;
  return (
    <AppealDecision
      title={common.decisionOnTheAppeal}
      answers={texts.appealDecision.answers}
      readBy={texts.appealDecision.readBy}
      whyNot={() => whyNot(application)}
      decide={decide}
    />
  );
}

const VERDICTS = ['pass', 'needs_change', 'fail'] as const;

/** The checklist of an application: each criterion with the portal's data, a verdict and the evidence used. */
function ApplicationChecklist({ of: view }: { of: ApplicationCaseView }) {
  const { mutate, isPending, error } = useSend('/api/v1/review/applications/{id}/judgements', {
    path: { id: view.id },
  });
  const { send, busy } = useJudging<(typeof VERDICTS)[number]>(isPending, (judgements) =>
    mutate({ revision: view.revision, judgements }),
  );
  return (
    <Card title={common.checklist}>
      <Criteria
        criteria={view.criteria}
        verdicts={VERDICTS}
        may={view.state === 'in_review' && view.hold?.yours === true}
        busy={busy}
        error={error}
        onJudge={(judgement) => send([judgement])}
        needsNote={(criterion, verdict) => verdict !== 'pass' || criterion.note_always}
        noteReader={() => common.visibleToReviewers}
        about={({ title, evidence }) => (
          <ul className="prose small" aria-label={texts.applicationChecklist.knownLabel(title)}>
            {evidence.map((sentence) => (
              <li key={sentence}>{visible(sentence)}</li>
            ))}
          </ul>
        )}
      />
    </Card>
  );
}
