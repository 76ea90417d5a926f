import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { RunView } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/page.js';
import { SendError } from '../../components/states.js';
import { useToast } from '../../components/toasts.js';
import { formatMoney, minorToDecimal } from '../../lib/format.js';

/** Why this person may not approve, null when nothing speaks against it. The server decides again. */
function whyNot(run: RunView, userId: string | undefined): string | null {
  if (run.prepared_by === userId) return 'You prepared this run. Another person with the finance role must approve.';
  if (run.approvals.some((one) => one.user_id === userId)) return 'You have approved this run already.';
  return null;
}

function toPay(run: RunView): string {
  return run.totals.map((total) => formatMoney(total.to_pay_minor, total.currency)).join(' and ') || 'nothing';
}

/** What can be done with a run now. */
export function RunActions({ run }: { run: RunView }): ReactNode {
  const me = useQuery(meQuery).data;
  const [open, setOpen] = useState<'approve' | 'execute' | null>(null);
  const close = (): void => setOpen(null);
  const reason = whyNot(run, me?.user.id);
  return (
    <>
      {run.state === 'computed' ? (
        <>
          {reason ? (
            <span className="small dim" id="why-not">
              {reason}
            </span>
          ) : null}
          <Button
            disabled={reason !== null}
            aria-describedby={reason ? 'why-not' : undefined}
            onClick={() => setOpen('approve')}
          >
            Approve
          </Button>
        </>
      ) : null}
      {run.state === 'approved' ? <Button onClick={() => setOpen('execute')}>Execute</Button> : null}
      {run.state === 'executing' ? run.paused ? <ResumeButton run={run} /> : <PauseButton run={run} /> : null}
      {open === 'approve' ? <ApproveDialog run={run} onClose={close} /> : null}
      {open === 'execute' ? <ExecuteDialog run={run} onClose={close} /> : null}
    </>
  );
}

function ApproveDialog({ run, onClose }: { run: RunView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [first] = run.totals;
  const total = first ? minorToDecimal(first.to_pay_minor, first.currency) : '0.00';
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
          ['Hash of the amounts', <Id key="h" value={run.input_hash} what="hash" />],
        ]}
      />
      <p>You approve exactly these amounts. If anything changes, the approval falls away.</p>
      <SendError error={approve.error} />
      <TextInput
        label={`Type the total, ${total}, to confirm`}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={typed.replaceAll(',', '').trim() !== total}
          loading={approve.isPending}
          onClick={() => approve.mutate({ input_hash: run.input_hash })}
        >
          Approve {toPay(run)}
        </Button>
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

function PauseButton({ run }: { run: RunView }): ReactNode {
  const pause = useSend('/api/v1/finance/payout-runs/{id}/pause', { path: { id: run.id } });
  return (
    <>
      <SendError error={pause.error} />
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({})}>
        Pause
      </Button>
    </>
  );
}

function ResumeButton({ run }: { run: RunView }): ReactNode {
  const resume = useSend('/api/v1/finance/payout-runs/{id}/resume', { path: { id: run.id } });
  return (
    <>
      <SendError error={resume.error} />
      <Button loading={resume.isPending} onClick={() => resume.mutate()}>
        Resume
      </Button>
    </>
  );
}
