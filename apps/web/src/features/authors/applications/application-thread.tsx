import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationView } from '../../../api/views.js';
import { EmptyState, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { Messages } from '../../../components/review/messages.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts/applications.js';

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
}): ReactNode {
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
          label={texts.applicationThread.messagesLabel}
          messages={application.messages.map((message) => ({
            ...message,
            writer: message.side === side ? texts.applicationThread.you : message.writer,
          }))}
        />
      )}
      {OPEN.includes(application.state) && mayWrite ? <Write side={side} id={application.id} /> : null}
    </div>
  );
}

function Write({ side, id }: { side: 'applicant' | 'reviewer'; id: string }): ReactNode {
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
      <div>
        <ActionButton
          whyNot={text.trim() === '' ? texts.applicationThread.whyNot.enterMessageFirst : null}
          type="submit"
          variant="default"
          loading={send.isPending}
        >
          {texts.applicationThread.sendMessage}
        </ActionButton>
      </div>
    </form>
  );
}
