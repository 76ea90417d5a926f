import { Textarea } from '@mantine/core';
import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import { refreshWhile, useGet, useSend, type SubmissionView } from '../../../api/hooks.js';
import { ChangeList, TechnicalDiff } from '../../../components/drives/change-list.js';
import { Id, When } from '../../../components/values/values.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { ListingPreviews } from '../../../components/drives/listing-card.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, SendError, StatusBadge, WhoActs, ActionButton } from '../../../components/feedback/feedback.js';
import { isBeingChecked, SubmissionChecks } from '../../../components/drives/submission-checks.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { useParam } from '../../../lib/url-state.js';
import { visible } from '../../../lib/visible.js';
import { AppealRefusal } from '../appeals/listing-appeal.js';
import { ShareReport } from './create-report-link.js';
import { isUndecided, SubmissionNotes } from './submission-notes.js';
import { texts } from '../texts/submissions.js';
import { common } from '../../../text/common.js';
import { Timeline } from '../../../components/layout/timeline.js';
import { humanize } from '../../../lib/format.js';
import { ConfirmButton } from '../../../components/forms/post-button.js';

const SUBMISSION = '/api/v1/submissions/{id}';

/** One submitted manifest: the checks live, then the views of the reviewer and the operators. */
export function SubmissionPage() {
  const id = useParam('id');
  const submission = useGet(SUBMISSION, { path: { id } }, { refreshMs: refreshWhile(isBeingChecked) });
  const state = submission.data?.state;
  const develops = useMemberMay('develop');
  return (
    <ResourcePage
      of={submission}
      title={submission.data ? texts.submission.title(submission.data.drive_name) : texts.submission.checkTitle}
      badges={state ? <StatusBadge kind="version" code={state} /> : null}
      actions={
        <>
          {submission.data ? <WithdrawSubmission of={submission.data} /> : null}
          {submission.data && ['failed', 'rejected', 'changes_requested'].includes(submission.data.state) ? (
            <MemberMay do="develop">
              <LinkButton to="/author/drives/new" search={{ drive: submission.data.drive_id }}>
                {texts.submission.submitAgain}
              </LinkButton>
            </MemberMay>
          ) : null}
        </>
      }
    >
      {(view) => (
        <>
          <WhoActs kind="version" code={view.state} />
          {view.decision ? (
            <Alert tone={view.state === 'approved' ? 'ok' : 'warn'}>{view.decision.reason}</Alert>
          ) : null}
          {view.state === 'in_review' && view.checks.some((check) => check.state === 'fail') ? (
            <Alert tone="warn">{texts.submission.installsFailed}</Alert>
          ) : null}
          <AppealRefusal of={view} />
          {view.state === 'changes_requested' && develops ? <AnswerForm key={view.to_answer.length} of={view} /> : null}
          {view.answer ? <Alert tone="info">{texts.submission.yourAnswer(view.answer)}</Alert> : null}
          <div className="detail-columns">
            <SubmissionChecks of={view} read={submission} />
            <div className="stack">
              <Card title={common.manifest}>
                <Facts
                  items={{
                    address: <code>{view.manifest_url}</code>,
                    version: view.version,
                    digest: view.digest ? <Id value={view.digest} what={common.digestInText} /> : null,
                    submitted: <When at={view.created_at} />,
                  }}
                />
              </Card>
              {view.icon_problem ? <Alert tone="warn">{texts.submission.notice(view.icon_problem)}</Alert> : null}
              <ListingPreviews of={view} />
              <Card title={common.permissions}>
                <PermissionList permissions={view.permissions} />
              </Card>
              <SubmissionNotes of={view} />
              <SubmissionThread of={view} />
              <ShareReport of={view} />
            </div>
          </div>
          {view.changes.length > 0 ? (
            <Card title={common.changesAgainstTheLiveVersion}>
              <ChangeList changes={view.changes} />
              <TechnicalDiff before={view.manifest_before} after={view.manifest_after} />
            </Card>
          ) : null}
        </>
      )}
    </ResourcePage>
  );
}

/** An answer to every finding; a corrected manifest is submitted again instead. */
function AnswerForm({ of: { id, to_answer: asked } }: { of: SubmissionView }) {
  const answer = useSend('/api/v1/submissions/{id}/answer', {
    path: { id },
    toast: texts.submission.answerFormToast,
  });
  const start = Object.fromEntries(['text', ...asked.map(({ criterion }) => criterion)].map((name) => [name, '']));
  const form = useForm<Record<string, string>>(start, answer.error);
  const of = (name: string): string => (form.values[name] ?? '').trim();
  const open = asked.filter(({ criterion }) => of(criterion) === '');
  const submit = submitting(() => {
    if (asked.length === 0) return answer.mutate({ text: of('text') });
    if (open.length > 0) return;
    answer.mutate({
      ...(of('text') && { text: of('text') }),
      answers: asked.map(({ criterion }) => ({ criterion, text: of(criterion) })),
    });
  });
  return (
    <form className="card stack" onSubmit={submit} noValidate>
      <SendError error={answer.error} rest={form.rest} />
      {asked.map(({ criterion, title, note }) => (
        <Textarea
          key={criterion}
          label={visible(title)}
          description={visible(note)}
          rows={2}
          maxLength={2_000}
          {...form.field(criterion)}
        />
      ))}
      <Textarea
        label={asked.length > 0 ? texts.submission.commentLabel : texts.submission.responseLabel}
        description={texts.submission.answerFormHelp}
        rows={3}
        {...form.field('text')}
      />
      <ActionButton
        whyNot={
          open.length > 0 ? texts.submission.respondFirst(open.map(({ title }) => visible(title)).join(', ')) : null
        }
        type="submit"
        loading={answer.isPending}
      >
        {texts.submission.submit}
      </ActionButton>
    </form>
  );
}

/** Messages of reviewers and the author, about this submission and earlier ones of the Drive. */
function SubmissionThread({ of: { id, thread } }: { of: SubmissionView }) {
  if (thread.length === 0) return null;
  return (
    <Card title={common.thread}>
      <Timeline
        items={thread.map((one, i) => ({
          id: `${one.at} ${i}`,
          at: one.at,
          title: one.decision ? humanize(one.decision) : texts.submissionThread.answered,
          by: `${visible(one.writer)}${one.submission_id === id ? '' : `, ${one.version ?? texts.submissionThread.anEarlierVersion}`}`,
          text: <span className="pre-line">{visible(one.text, true)}</span>,
        }))}
      />
    </Card>
  );
}

/** Withdraws an undecided submission. */
function WithdrawSubmission({ of }: { of: SubmissionView }) {
  const develops = useMemberMay('develop');
  if (!isUndecided(of) || !develops) return null;
  return (
    <ConfirmButton
      to="/api/v1/submissions/{id}/withdraw"
      options={{ path: { id: of.id }, toast: common.toastWithdrawn }}
      body={undefined}
      title={texts.withdrawSubmission.dialogTitle(of.drive_name, of.version ?? '').trim()}
      effect={texts.withdrawSubmission.explanation(of.kind === 'update')}
      confirm={texts.withdrawSubmission.withdrawSubmission}
      danger
    >
      {common.withdraw}
    </ConfirmButton>
  );
}
