import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../api/hooks.js';
import type { RunDetail } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/page.js';
import { SendError } from '../../components/states.js';
import { useToast } from '../../components/toasts.js';
import { formatMoney, minorToDecimal } from '../../lib/format.js';

const RUN = '/api/v1/finance/payout-runs/{id}';

/** What can be done with a run now. Who may approve is the server's answer; the button only repeats why not. */
export function RunActions({ run }: { run: RunDetail }): ReactNode {
  const [open, setOpen] = useState<'approve' | 'execute' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      {run.state === 'computed' ? (
        <>
          {run.may_approve ? null : (
            <span className="small dim" id="why-not">
              {run.may_not_approve_because}
            </span>
          )}
          <Button
            disabled={!run.may_approve}
            aria-describedby={run.may_approve ? undefined : 'why-not'}
            onClick={() => setOpen('approve')}
          >
            Approve
          </Button>
        </>
      ) : null}
      {run.state === 'approved' ? <Button onClick={() => setOpen('execute')}>Pay {run.authors} authors</Button> : null}
      {run.state === 'executing' ? <PauseButton run={run} /> : null}
      {open === 'approve' ? <ApproveDialog run={run} onClose={close} /> : null}
      {open === 'execute' ? <ExecuteDialog run={run} onClose={close} /> : null}
    </>
  );
}

function ApproveDialog({ run, onClose }: { run: RunDetail; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const total = minorToDecimal(run.total_minor, run.currency);
  const approve = useSend<unknown, { input_hash: string }>(`${RUN}/approve`, {
    path: { id: run.id },
    onDone: () => {
      toast('Approved. It can now be executed.');
      onClose();
    },
  });
  return (
    <Dialog open title="Approve this run" onClose={onClose}>
      <Facts
        items={[
          ['To pay', formatMoney(run.total_minor, run.currency)],
          ['Prepared by', run.prepared_by],
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
          Approve {formatMoney(run.total_minor, run.currency)}
        </Button>
      </div>
    </Dialog>
  );
}

function ExecuteDialog({ run, onClose }: { run: RunDetail; onClose: () => void }): ReactNode {
  const execute = useSend<unknown>(`${RUN}/execute`, { path: { id: run.id }, onDone: onClose });
  return (
    <Dialog open title="Execute this run" onClose={onClose}>
      <p>
        Pay {formatMoney(run.total_minor, run.currency)} to {run.authors} {run.authors === 1 ? 'author' : 'authors'}. It
        cannot be undone as a whole. Leaving the page does not stop it.
      </p>
      <SendError error={execute.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={execute.isPending} onClick={() => execute.mutate()}>
          Pay {formatMoney(run.total_minor, run.currency)}
        </Button>
      </div>
    </Dialog>
  );
}

function PauseButton({ run }: { run: RunDetail }): ReactNode {
  const act = useSend<unknown>(`${RUN}/${run.paused ? 'resume' : 'pause'}`, { path: { id: run.id } });
  return (
    <>
      <SendError error={act.error} />
      <Button variant="default" loading={act.isPending} onClick={() => act.mutate()}>
        {run.paused ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}
