import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type ReviewWorkspaceView } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { EmptyState, SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { ExceptionList, WaitingExceptions } from './exception-list.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

const DAY_MS = 86_400_000;
const NOTE_MIN = 10;

/** Exceptions of the Drive, and the form that proposes one. */
export function CaseExceptions({ of: view }: { of: ReviewWorkspaceView }) {
  return (
    <>
      <Card title={texts.exceptions.title}>
        {view.exceptions.length === 0 ? (
          <EmptyState>{texts.caseExceptions.empty}</EmptyState>
        ) : (
          <ExceptionList of={view.exceptions} />
        )}
      </Card>
      <WaitingExceptions />
      {view.state === 'in_review' && view.hold?.yours ? <Propose of={view} /> : null}
    </>
  );
}

function Propose({ of: view }: { of: ReviewWorkspaceView }) {
  const found = view.criteria
    .filter((criterion) => criterion.exceptions_allowed)
    .flatMap((criterion) => criterion.checks.filter((check) => check.state === 'warn' || check.state === 'fail'));
  const [check, setCheck] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => new Date(serverNowMs() + 90 * DAY_MS).toISOString().slice(0, 10));
  const propose = useSend('/api/v1/review/submissions/{id}/exceptions', {
    path: { id: view.submission_id },
    toast: common.toastProposed,
    onDone: () => setReason(''),
  });
  const chosen = check || (found[0]?.id ?? '');
  return (
    <Card title={texts.caseExceptions.proposeAnExceptionTitle}>
      {found.length === 0 ? (
        <p>{texts.caseExceptions.noWaivableFindings}</p>
      ) : (
        <form
          className="stack stack-8"
          onSubmit={submitting(() =>
            propose.mutate({ check_id: chosen, reason: reason.trim(), ends_at: `${until}T00:00:00Z` }),
          )}
        >
          <p>{texts.caseExceptions.effect}</p>
          <SendError error={propose.error} />
          <NativeSelect
            label={common.check}
            {...controlled(chosen, setCheck)}
            data={found.map(({ id, title }) => ({ value: id, label: `${id} ${title}` }))}
          />
          <TextInput
            label={texts.caseExceptions.untilUtcLabel}
            description={texts.caseExceptions.untilUtcHelp}
            type="date"
            {...controlled(until, setUntil)}
          />
          <Textarea
            label={common.reason}
            description={texts.caseExceptions.reasonHelp(NOTE_MIN)}
            rows={3}
            maxLength={4_000}
            {...controlled(reason, setReason)}
          />
          <div>
            <ActionButton
              whyNot={
                until === ''
                  ? texts.caseExceptions.whyNot.dateMissing
                  : reason.trim().length < NOTE_MIN
                    ? texts.caseExceptions.whyNot.reasonTooShort(NOTE_MIN)
                    : null
              }
              type="submit"
              variant="default"
              loading={propose.isPending}
            >
              {common.propose}
            </ActionButton>
          </div>
        </form>
      )}
    </Card>
  );
}
