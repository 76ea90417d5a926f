import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import type { RunView } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Facts } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatCount, formatMoney, minorToDecimal } from '../../../lib/format.js';
import { CANCELLABLE, CancelRunDialog } from './cancel-run-dialog.js';
import { DecisionsSoFar } from './run-exceptions.js';

/** Why this person may not approve, null when nothing speaks against it. The server decides again. */
function whyNot(run: RunView, userId: string | undefined): string | null {
  if (run.prepared_by === userId) return 'You prepared this run. Another person with the finance role must approve.';
  if (run.decisions_missing > 0)
    return `${formatCount(run.decisions_missing)} unusual ${run.decisions_missing === 1 ? 'payout is' : 'payouts are'} undecided. ${run.prepared_by_name} must decide before anyone can approve.`;
  if (run.approvals.some((one) => one.user_id === userId)) return 'You have already approved this run.';
  return null;
}

function toPay(run: RunView): string {
  return run.totals.map((total) => formatMoney(total.to_pay_minor, total.currency)).join(' and ') || 'nothing';
}

/** What can be done with a run now. */
export function RunActions({ run }: { run: RunView }): ReactNode {
  const me = useQuery(meQuery).data;
  const [open, setOpen] = useState<'approve' | 'execute' | 'cancel' | null>(null);
  const close = (): void => setOpen(null);
  const reason = whyNot(run, me?.user.id);
  return (
    <>
      {['draft', 'computing', 'computed'].includes(run.state) ? <RecomputeButton run={run} /> : null}
      {run.state === 'partially_failed' ? <RetryButton run={run} /> : null}
      {run.state === 'computed' ? (
        <WhyNot reason={reason}>
          {(described) => (
            <Button {...described} onClick={() => setOpen('approve')}>
              Approve
            </Button>
          )}
        </WhyNot>
      ) : null}
      {run.state === 'approved' ? <Button onClick={() => setOpen('execute')}>Execute</Button> : null}
      {run.state === 'approved' && reason === null ? (
        <Button variant="default" onClick={() => setOpen('approve')}>
          Approve as well
        </Button>
      ) : null}
      {run.state === 'executing' ? run.paused ? <ResumeButton run={run} /> : <PauseButton run={run} /> : null}
      {CANCELLABLE.includes(run.state) ? (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          Cancel run
        </Button>
      ) : null}
      {open === 'cancel' ? <CancelRunDialog run={run} onClose={close} /> : null}
      {open === 'approve' ? <ApproveDialog run={run} onClose={close} /> : null}
      {open === 'execute' ? <ExecuteDialog run={run} onClose={close} /> : null}
    </>
  );
}

function ApproveDialog({ run, onClose }: { run: RunView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [typed, setTyped] = useState('');
  // One number per currency, as they are never added up.
  const total = run.totals.map((one) => minorToDecimal(one.to_pay_minor, one.currency)).join(' ') || '0.00';
  const approve = useSend('/api/v1/finance/payout-runs/{id}/approve', {
    path: { id: run.id },
    onDone: () => {
      toast('Approved.');
      onClose();
    },
  });
  return (
    <Dialog open title="Approve this run" onClose={onClose}>
      <Facts
        items={[
          ['To pay', toPay(run)],
          ['Prepared by', run.prepared_by_name],
          ['Hash of the amounts', <Id key="h" value={run.input_hash ?? ''} what="hash" />],
        ]}
      />
      <DecisionsSoFar run={run} onLeave={onClose} />
      <p>You approve exactly these amounts. Any change voids the approval.</p>
      <SendError error={approve.error} />
      <TextInput
        label={`Type ${run.totals.length > 1 ? 'the totals' : 'the total'}, ${total}, to confirm`}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot
          reason={
            typed.replaceAll(',', '').trim().replace(/\s+/g, ' ') === total
              ? null
              : `Type ${run.totals.length > 1 ? 'the totals' : 'the total'} as shown.`
          }
        >
          {(described) => (
            <Button
              {...described}
              loading={approve.isPending}
              onClick={() => approve.mutate({ input_hash: run.input_hash ?? '' })}
            >
              Approve {toPay(run)}
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}

function ExecuteDialog({ run, onClose }: { run: RunView; onClose: () => void }): ReactNode {
  const execute = useSend('/api/v1/finance/payout-runs/{id}/execute', { path: { id: run.id }, onDone: onClose });
  const authors = run.totals.reduce((sum, total) => sum + total.authors, 0);
  return (
    <Dialog open title="Execute this run" onClose={onClose}>
      <p>
        Pay {toPay(run)} for {authors} {authors === 1 ? 'author' : 'authors'}. It cannot be undone as a whole. Leaving
        the page does not stop it.
      </p>
      <SendError error={execute.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={execute.isPending} onClick={() => execute.mutate()}>
          Pay {toPay(run)}
        </Button>
      </div>
    </Dialog>
  );
}

function RecomputeButton({ run }: { run: RunView }): ReactNode {
  const toast = useToast();
  const recompute = useSend('/api/v1/finance/payout-runs/{id}/recompute', {
    path: { id: run.id },
    onDone: () => toast('Recomputed. Earlier approvals are void.'),
  });
  return (
    <>
      <SendError error={recompute.error} />
      <Button variant="default" loading={recompute.isPending} onClick={() => recompute.mutate()}>
        Recompute
      </Button>
    </>
  );
}

function RetryButton({ run }: { run: RunView }): ReactNode {
  const toast = useToast();
  const retry = useSend('/api/v1/finance/payout-runs/{id}/retry-failed', {
    path: { id: run.id },
    onDone: ({ retried }) => toast(`${retried} ${retried === 1 ? 'payout is' : 'payouts are'} being retried.`),
  });
  return (
    <>
      <SendError error={retry.error} />
      <Button loading={retry.isPending} onClick={() => retry.mutate()}>
        Retry failed
      </Button>
    </>
  );
}

function PauseButton({ run }: { run: RunView }): ReactNode {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const pause = useSend('/api/v1/finance/payout-runs/{id}/pause', {
    path: { id: run.id },
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Pause
      </Button>
      <Dialog open={open} title="Pause this run" onClose={() => setOpen(false)}>
        <p>Transfers in progress finish. Nothing more is sent until someone resumes the run.</p>
        <SendError error={pause.error} />
        <TextInput
          label="Why"
          description="At least three characters. Visible to everyone who can see the run."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <WhyNot reason={reason.trim().length < 3 ? 'Enter a reason of at least three characters.' : null}>
            {(described) => (
              <Button {...described} loading={pause.isPending} onClick={() => pause.mutate({ reason: reason.trim() })}>
                Pause
              </Button>
            )}
          </WhyNot>
        </div>
      </Dialog>
    </>
  );
}

function ResumeButton({ run }: { run: RunView }): ReactNode {
  const resume = useSend('/api/v1/finance/payout-runs/{id}/resume', { path: { id: run.id } });
  return (
    <>
      <SendError error={resume.error} />
      <Button loading={resume.isPending} onClick={() => resume.mutate({})}>
        Resume
      </Button>
    </>
  );
}
