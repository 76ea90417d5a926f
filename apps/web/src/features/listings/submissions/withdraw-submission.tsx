import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { SubmissionView } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';

const OPEN = ['received', 'validating', 'in_review', 'changes_requested'];

/** Takes a submission back that nobody has decided on yet. */
export function WithdrawSubmission({ of }: { of: SubmissionView }): ReactNode {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const withdraw = useSend('/api/v1/submissions/{id}/withdraw', {
    path: { id: of.id },
    onDone: () => {
      setOpen(false);
      toast('Withdrawn.');
    },
  });
  if (!OPEN.includes(of.state)) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Dialog open={open} title={`Withdraw ${of.drive_name} ${of.version ?? ''}`.trim()} onClose={close}>
        <p>
          Nobody looks at it any more, and its place in the queue is gone.{' '}
          {of.kind === 'update'
            ? 'The live version stays as it is. As long as your manifest shows this one, it is found and put before a reviewer again the next time we read it: put the earlier manifest back first.'
            : 'The name stays yours, and you can submit a manifest again at any time.'}
        </p>
        <SendError error={withdraw.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={close}>
            Keep it
          </Button>
          <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw the submission
          </Button>
        </div>
      </Dialog>
    </>
  );
}
