import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import { useGet, useSend, type ApplicationView, type NextStepView } from '../../../api/hooks.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { Steps, type Step } from '../../../components/layout/timeline.js';
import { When } from '../../../components/values/values.js';
import { countryName } from '../../../lib/countries.js';
import { humanize } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { visible } from '../../../lib/visible.js';
import { AppealCard, FileAppeal, WithdrawAppeal } from '../../../components/review/appeal.js';
import { texts as reviewTexts } from '../../../components/texts/review.js';
import { stepPages } from '../../../lib/step-pages.js';
import { ApplicationHistory, ApplicationThread, AppliedManifest } from './application-parts.js';
import { ApplicationStatus, useNextSteps } from './application-status.js';
import { texts } from '../texts/applications.js';
import { common } from '../../../text/common.js';

const titles = [texts.application.draft, common.submitted, texts.application.inReview, common.decision];
const order = ['draft', 'submitted', 'in_review', 'approved'];

/** Details from the history that the state does not contain: whether a reviewer had opened a withdrawn one. */
export function applicationSteps({ state, history }: Pick<ApplicationView, 'state' | 'history'>): Step[] {
  const step = (id: string, to: Step['state']): Step => ({ id, title: id, state: to });
  if (state === 'withdrawn') {
    const happened = new Set(history.map(({ action }) => action));
    return [
      step(texts.application.draft, 'done'),
      ...(happened.has('submitted') ? [step(common.submitted, 'done')] : []),
      ...(happened.has('opened') ? [step(texts.application.inReview, 'done')] : []),
      step(texts.application.withdrawn, 'done'),
    ];
  }
  if (state === 'rejected') return titles.map((title) => step(title, 'done'));
  const at = state === 'changes_requested' ? 2 : order.indexOf(state);
  return titles.map((title, i) => step(title, i < at || state === 'approved' ? 'done' : i === at ? 'now' : 'next'));
}

/** Steps of the account that follow an approval, and the labels of their buttons. */
const AFTER_APPROVAL = [
  ['sign_agreement', common.agreement, texts.application.openTheAgreement],
  ['issue_secret', common.secret, texts.application.getYourSigningSecret],
] as const;

/** The same as the applicant goes through them: the agreement and the secret follow the decision. `account` is null until known. */
export function applicantSteps(
  application: Pick<ApplicationView, 'state' | 'history'>,
  account: readonly NextStepView[] | null,
): Step[] {
  const steps = applicationSteps(application);
  const { state } = application;
  if (state === 'rejected' || state === 'withdrawn') return steps;
  const known = state === 'approved' ? account : null;
  const done = (code: string): boolean => known?.some((one) => one.code === code && one.done) ?? false;
  const after = AFTER_APPROVAL.map(([code, title]): Step => ({ id: code, title, state: done(code) ? 'done' : 'next' }));
  const now = known === null ? -1 : after.findIndex((step) => step.state === 'next');
  return [...steps, ...after.map((step, i): Step => (i === now ? { ...step, state: 'now' } : step))];
}

/** The newest application of mine: its status, who acts, the answers. */
export function ApplicationPage() {
  const own = useGet('/api/v1/applications', {}, { refreshMs: 15_000 });
  const application = own.data?.items[0];
  return (
    <ResourcePage
      of={own}
      title={common.application}
      badges={application ? <StatusBadge kind="application" code={application.state} /> : null}
      actions={application ? <Actions application={application} /> : null}
    >
      {() =>
        application ? (
          <ApplicationBody application={application} />
        ) : (
          <EmptyState action={<LinkButton to="/apply">{texts.application.apply}</LinkButton>}>
            {texts.application.empty}
          </EmptyState>
        )
      }
    </ResourcePage>
  );
}

const mayApply = ({ may_apply_from: from, appeal }: ApplicationView): boolean =>
  appeal?.state !== 'open' && (from === null || serverNowMs() >= Date.parse(from));

function Actions({ application }: { application: ApplicationView }) {
  const develops = useMemberMay('develop');
  if (application.state === 'approved') return <AfterApproval of={application} />;
  if (!develops) return <MemberMay do="develop">{null}</MemberMay>;
  if (['rejected', 'withdrawn'].includes(application.state) && mayApply(application)) {
    return (
      <>
        <Appeal application={application} />
        <LinkButton to="/apply">{texts.application.applyAgain}</LinkButton>
      </>
    );
  }
  return (
    <>
      {['draft', 'changes_requested'].includes(application.state) ? (
        <LinkButton to="/apply">{texts.application.editAndSubmit}</LinkButton>
      ) : null}
      <Appeal application={application} />
      {['submitted', 'in_review', 'changes_requested'].includes(application.state) ? (
        <PostButton to="/api/v1/applications/{id}/withdraw" options={{ path: { id: application.id } }} body={undefined}>
          {common.withdraw}
        </PostButton>
      ) : null}
    </>
  );
}

/** Appeals a refusal, once and until its deadline. */
function Appeal({ application: { id, may_appeal_until: until } }: { application: ApplicationView }) {
  const { title, effect } = texts.applicationAppeal;
  const send = useSend('/api/v1/applications/{id}/appeal', { path: { id }, toast: reviewTexts.appeal.toastSubmitted });
  if (until === null) return null;
  return <FileAppeal variant="filled" title={title} effect={effect} until={until} send={send} />;
}

function WithdrawOwnAppeal({ id }: { id: string }) {
  const withdraw = useSend('/api/v1/applications/{id}/appeal/withdraw', {
    path: { id },
    toast: common.toastWithdrawn,
  });
  return <WithdrawAppeal send={withdraw} decision={texts.applicationAppeal.decision} />;
}

/** The first thing that is still to be done after an approval, if any. */
function AfterApproval({ of }: { of: ApplicationView }) {
  const open = useNextSteps(of)?.find(({ done }) => !done);
  const label = AFTER_APPROVAL.find(([code]) => code === open?.code)?.[2] ?? open?.title;
  return open ? <LinkButton to={stepPages[open.code] ?? '/author'}>{label}</LinkButton> : null;
}

function ApplicationBody({ application }: { application: ApplicationView }) {
  const develops = useMemberMay('develop');
  const next = useNextSteps(application);
  return (
    <>
      <ApplicationStatus of={application} />
      <Steps steps={applicantSteps(application, next)} />
      {application.decision ? (
        <Alert tone={application.state === 'approved' ? 'ok' : 'warn'}>
          {humanize(application.decision.reason_code)}: {application.decision.text}
        </Alert>
      ) : null}
      <div className="detail-columns">
        <Card title={texts.application.yourAnswersTitle}>
          <ApplicationFacts application={application} />
        </Card>
        <div className="stack">
          <AppealCard
            kind="appeal"
            appeal={application.appeal}
            action={develops ? <WithdrawOwnAppeal id={application.id} /> : null}
          />
          <AppliedManifest of={application} />
          <Card title={common.messages}>
            <ApplicationThread side="applicant" application={application} mayWrite={develops} />
          </Card>
          <Card title={common.historyTitle}>
            <ApplicationHistory application={application} />
          </Card>
        </div>
      </div>
    </>
  );
}

export function ApplicationFacts({ application }: { application: ApplicationView }) {
  return (
    <Facts
      titles={texts.application.factsFacts}
      items={{
        founder: application.founder_name || common.notGiven,
        company: application.company_name,
        country: countryName(application.country),
        website: application.website,
        gitHub: application.github || common.notGiven,
        drive: application.drive_name,
        slug: <code>{application.drive_slug}</code>,
        whatItDoes: application.description,
        category: application.category || common.notGiven,
        permissionsPlanned: application.intended_scopes.join(', ') || common.notGiven,
        dataPlanned: application.data_classes.join(', ') || common.notGiven,
        manifest: <ManifestLink url={application.manifest_url} />,
        securityContact: application.security_contact,
        submitted: application.submitted_at ? <When at={application.submitted_at} /> : texts.application.notYet,
      }}
    />
  );
}

/** An applicant's own words: opened by the validator, never by a click straight to it. */
function ManifestLink({ url }: { url: string }) {
  if (url === '') return common.notGiven;
  return (
    <>
      {visible(url)}{' '}
      <a href={`/validate?url=${encodeURIComponent(url)}`} target="_blank" rel="noreferrer">
        {texts.application.checkIt}
      </a>
    </>
  );
}
