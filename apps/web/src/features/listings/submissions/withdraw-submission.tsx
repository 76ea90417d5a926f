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
          It is removed from the review queue.{' '}
          {of.kind === 'update'
            ? 'The live version stays unchanged. If your manifest URL still serves this version, it is submitted for review again the next time we read it. Restore the earlier manifest first.'
            : 'The name stays reserved, and you can submit a manifest again at any time.'}
        </p>
        <SendError error={withdraw.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw submission
          </Button>
        </div>
      </Dialog>
    </>
  );
}
