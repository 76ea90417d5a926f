import type { ReactNode } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend } from '../../../api/hooks.js';
import type { SubmissionView } from '../../../api/schema.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { texts } from '../texts/submissions.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

const OPEN = ['received', 'validating', 'in_review', 'changes_requested'];

/** Withdraws an undecided submission. */
export function WithdrawSubmission({ of }: { of: SubmissionView }): ReactNode {
  const withdraw = useSend('/api/v1/submissions/{id}/withdraw', {
    path: { id: of.id },
    toast: common.toastWithdrawn,
  });
  const develops = useMemberMay('develop');
  if (!OPEN.includes(of.state) || !develops) return null;
  return (
    <DialogButton
      dialog={(close) => (
        <SendDialog
          title={texts.withdrawSubmission.dialogTitle(of.drive_name, of.version ?? '').trim()}
          send={withdraw}
          confirm={texts.withdrawSubmission.withdrawSubmission}
          danger
          onClose={close}
          onConfirm={() => withdraw.mutate(undefined, { onSuccess: close })}
        >
          <p>{texts.withdrawSubmission.explanation(of.kind === 'update')}</p>
        </SendDialog>
      )}
    >
      {common.withdraw}
    </DialogButton>
  );
}
