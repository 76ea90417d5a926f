import { useState } from 'react';
import { Timeline } from '../../../components/layout/timeline.js';
import { humanize, formatCount } from '../../../lib/format.js';
import { Card } from '../../../components/layout/page.js';
import { StatusBadge, EmptyState, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/applications.js';
import { common, rich } from '../../../text/common.js';
import { Textarea } from '@mantine/core';
import { useSend, type ApplicationView } from '../../../api/hooks.js';
import { Messages } from '../../../components/review/messages.js';
import { controlled, submitting } from '../../../lib/use-form.js';

/** The history of an application, as far as its reader may see it. */
export function ApplicationHistory({ application }: { application: ApplicationView }) {
  return (
    <Timeline
      items={application.history.map((row) => ({
        id: row.id,
        at: row.at,
        title: humanize(row.action),
        by: row.actor,
        text: row.reason,
      }))}
    />
  );
}

/** Results of the checks of the manifest that an application names, for its readers. It decides nothing. */
export function AppliedManifest({ of: { manifest_check: check } }: { of: ApplicationView }) {
  if (!check) return null;
  return (
    <Card title={texts.appliedManifest.title}>
      <div className="row">
        <StatusBadge kind="manifest_check" code={check.state} />
        {check.checked_at ? (
          <span>
            {rich(texts.appliedManifest.errorsWarnings, {
              errors: formatCount(check.errors),
              warnings: formatCount(check.warnings),
              time: <When at={check.checked_at} />,
            })}
          </span>
        ) : null}
      </div>
      <p className="small dim">{texts.appliedManifest.explanation}</p>
      {check.findings.length > 0 ? (
        <ul className="prose small" aria-label={common.findings}>
          {check.findings.map((one, i) => (
            <li key={`${one.id} ${i}`}>
              <code>{one.id}</code> {visible(one.rule)}: {visible(one.fix)}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

const OPEN = ['submitted', 'in_review', 'changes_requested'];
const PATHS = {
  applicant: '/api/v1/applications/{id}/messages',
  reviewer: '/api/v1/review/applications/{id}/messages',
} as const;

/** The conversation between applicant and review team; open from submission to the decision. */
export function ApplicationThread({
  side,
  application,
  mayWrite = true,
}: {
  side: 'applicant' | 'reviewer';
  application: ApplicationView;
  mayWrite?: boolean;
}) {
  return (
    <div className="stack stack-8">
      {application.messages.length === 0 ? (
        <EmptyState>
          {OPEN.includes(application.state)
            ? texts.applicationThread.noMessagesYet
            : texts.applicationThread.noMessages}
        </EmptyState>
      ) : (
        <Messages
          label={common.messages}
          messages={application.messages.map((message) => ({
            ...message,
            writer: message.side === side ? common.you : message.writer,
          }))}
        />
      )}
      {OPEN.includes(application.state) && mayWrite ? <Write side={side} id={application.id} /> : null}
    </div>
  );
}

function Write({ side, id }: { side: 'applicant' | 'reviewer'; id: string }) {
  const [text, setText] = useState('');
  const send = useSend(PATHS[side], { path: { id }, onDone: () => setText('') });
  return (
    <form className="stack stack-8" onSubmit={submitting(() => send.mutate({ text }))}>
      <Textarea
        label={texts.applicationThread.messageLabel}
        description={
          side === 'applicant'
            ? texts.applicationThread.messageHelp
            : texts.applicationThread.applicantReadsReviewerHelp
        }
        rows={3}
        maxLength={4_000}
        {...controlled(text, setText)}
      />
      <SendError error={send.error} />
      <ActionButton
        whyNot={text.trim() === '' ? texts.applicationThread.whyNot.enterMessageFirst : null}
        type="submit"
        variant="default"
        loading={send.isPending}
      >
        {texts.applicationThread.sendMessage}
      </ActionButton>
    </form>
  );
}
