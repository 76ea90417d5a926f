import { Link } from '@tanstack/react-router';
import { useGet, useSend, type ListingAppealCaseView } from '../../../api/hooks.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { isAgainst } from '../../../components/review/criteria.js';
import { Checklist } from '../review/checklist.js';
import { StatusBadge, ToneBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { AppealDecision, type AppealAnswer } from '../../../components/review/appeal-decision.js';
import { useNextCase } from '../../../components/review/next-case.js';
import { CaseClaim } from '../../../components/review/claim.js';
import { When } from '../../../components/values/values.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/appeals.js';
import { common } from '../../../text/common.js';

const REFRESH_MS = 10_000;

/** An appeal against a refusal or a removal, with the decision it is about. */
export function ReviewAppealPage() {
  const id = useParam('id');
  const appeal = useGet('/api/v1/review/appeals/{id}', { path: { id } }, { refreshMs: REFRESH_MS });
  return (
    <ResourcePage
      of={appeal}
      title={appeal.data ? visible(texts.reviewAppeal.appealAbout(appeal.data.drive_name)) : common.appeal}
      badges={appeal.data ? <StatusBadge kind="listing_appeal" code={appeal.data.appeal.state} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="listing_appeal" code={view.appeal.state} />
          {view.appeal.state === 'open' && !view.own_decision ? <CaseClaim id={id} hold={view.hold} /> : null}
          <Words of={view} />
          <Decision of={view} />
          {view.submission_id === null ? null : <Against submissionId={view.submission_id} />}
          <DecideAppeal of={view} />
        </>
      )}
    </ResourcePage>
  );
}

function Words({ of: { appeal, filed_by: by } }: { of: ListingAppealCaseView }) {
  return (
    <Card title={common.appeal}>
      <p className="pre-line">
        <span className="strong">{visible(by)}</span> <When at={appeal.filed_at} />: {visible(appeal.text, true)}
      </p>
      {appeal.decision_text === null ? null : (
        <p className="pre-line">
          <span className="strong">{common.answer}</span> <When at={appeal.ended_at} />:{' '}
          {visible(appeal.decision_text, true)}
        </p>
      )}
    </Card>
  );
}

/** The criteria that spoke against it: verdict, note and person then, and the evidence as it is now. */
function Against({ submissionId: id }: { submissionId: string }) {
  const workspace = useGet('/api/v1/review/submissions/{id}/workspace', { path: { id } }, { refreshMs: REFRESH_MS });
  return (
    <Resource of={workspace} what={texts.reviewAppeal.findings}>
      {({ criteria, ...view }) => (
        <Checklist
          of={{ ...view, criteria: criteria.filter(({ judgement }) => judgement && isAgainst(judgement.verdict)) }}
        />
      )}
    </Resource>
  );
}

/** What did not pass in a run of the checks, and when it ran. */
function Run({ of: run }: { of: ListingAppealCaseView['then'] }) {
  if (!run) return common.notRecorded;
  const checks = Object.entries(run.checks);
  return (
    <span className="row">
      {checks.length === 0 ? texts.reviewAppeal.allPassed : null}
      {checks.map(([id, state]) => [<code key={id}>{id}</code>, <StatusBadge key={state} kind="check" code={state} />])}
      <When at={run.at} />
    </span>
  );
}

function Decision({ of: view }: { of: ListingAppealCaseView }) {
  return (
    <Card title={view.about === 'removal' ? texts.reviewAppeal.theRemovalTitle : texts.reviewAppeal.theRejectionTitle}>
      <Facts
        titles={texts.reviewAppeal.decisionFacts}
        items={{
          about:
            view.submission_id === null ? (
              <Link to="/review/drives/$id" params={{ id: view.drive_id }}>
                {visible(view.drive_name)}
              </Link>
            ) : (
              <Link to="/review/submissions/$id" params={{ id: view.submission_id }}>
                {visible(`${view.drive_name} ${view.version ?? ''}`.trim())}
              </Link>
            ),
          author: visible(view.author),
          decided: <When at={view.decided_at} />,
          by: visible(view.judges.join(', ')),
          reason: visible(view.reason, true),
          then: <Run of={view.then} />,
          now: <Run of={view.now} />,
          due:
            view.appeal.state !== 'open' ? null : view.overdue ? (
              <ToneBadge tone="bad">{common.overdue}</ToneBadge>
            ) : (
              <When at={view.due_at} />
            ),
        }}
      />
    </Card>
  );
}

const answers = texts.reviewAppeal.answers;
const GRANTED = texts.reviewAppeal.granted;

function whyNot(view: ListingAppealCaseView, answer: AppealAnswer): string | null {
  if (view.own_decision) return texts.reviewAppeal.involvedYourself;
  if (!view.hold?.yours) return common.claimTheReviewFirst;
  return answer === 'grant' && view.superseded ? texts.reviewAppeal.supersededSubmission : null;
}

function DecideAppeal({ of: view }: { of: ListingAppealCaseView }) {
  const next = useNextCase('appeals', view.id);
  const decide = useSend('/api/v1/review/appeals/{id}/decide', {
    path: { id: view.id },
    onDone: () => void next(),
    toast: (after) => (after.appeal.state === 'granted' ? texts.reviewAppeal.toastGranted : common.dismissed),
  });
  if (view.appeal.state !== 'open') return null;
  return (
    <AppealDecision
      title={common.decisionOnTheAppeal}
      answers={{
        grant: { button: answers.grant, effect: GRANTED[view.about] },
        dismiss: { button: answers.dismiss, effect: texts.reviewAppeal.theDecisionBecomesFinal },
      }}
      readBy={common.sentToTheAuthor}
      whyNot={(answer) => whyNot(view, answer)}
      decide={decide}
    />
  );
}
