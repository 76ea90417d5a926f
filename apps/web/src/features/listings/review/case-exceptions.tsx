import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { Workspace } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { ExceptionList } from './exception-list.js';

const DAY_MS = 86_400_000;
const NOTE_MIN = 10;

/** Exceptions of the Drive, and the form that proposes one. */
export function CaseExceptions({ of: view }: { of: Workspace }): ReactNode {
  return (
    <>
      <Card title="Exceptions">
        {view.exceptions.length === 0 ? (
          <EmptyState>No exceptions for this Drive.</EmptyState>
        ) : (
          <ExceptionList of={view.exceptions} />
        )}
      </Card>
      {view.state === 'in_review' && view.hold?.yours ? <Propose of={view} /> : null}
    </>
  );
}

function Propose({ of: view }: { of: Workspace }): ReactNode {
  const found = view.criteria
    .filter((criterion) => criterion.exceptions_allowed)
    .flatMap((criterion) => criterion.checks.filter((check) => check.state === 'warn' || check.state === 'fail'));
  const [check, setCheck] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => new Date(serverNowMs() + 90 * DAY_MS).toISOString().slice(0, 10));
  const propose = useSend('/api/v1/review/submissions/{id}/exceptions', {
    path: { id: view.submission_id },
    onDone: () => setReason(''),
  });
  const chosen = check || (found[0]?.id ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    propose.mutate({ check_id: chosen, reason: reason.trim(), ends_at: `${until}T00:00:00Z` });
  };
  return (
    <Card title="Propose an exception">
      {found.length === 0 ? (
        <p>No waivable check has findings.</p>
      ) : (
        <form className="stack stack-8" onSubmit={submit}>
          <p>Takes effect when another reviewer confirms it, and applies to later versions until its end date.</p>
          <SendError error={propose.error} />
          <NativeSelect
            label="Check"
            value={chosen}
            data={found.map(({ id, title }) => ({ value: id, label: `${id} ${title}` }))}
            onChange={(event) => setCheck(event.currentTarget.value)}
          />
          <TextInput
            label="Until (UTC)"
            description="Within a year."
            type="date"
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Textarea
            label="Reason"
            description={`For the second reviewer. At least ${NOTE_MIN} characters.`}
            rows={3}
            maxLength={4_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div>
            <WhyNot
              reason={
                until === ''
                  ? 'Choose an end date.'
                  : reason.trim().length < NOTE_MIN
                    ? `Write a reason of at least ${NOTE_MIN} characters.`
                    : null
              }
            >
              {(described) => (
                <Button type="submit" variant="default" loading={propose.isPending} {...described}>
                  Propose
                </Button>
              )}
            </WhyNot>
          </div>
        </form>
      )}
    </Card>
  );
}
