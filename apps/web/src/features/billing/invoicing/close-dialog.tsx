import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { formatMonth } from '../../../lib/format.js';
import { texts } from '../texts/invoicing.js';

/** Asks before a month is closed: it cannot be undone. */
export function CloseDialog({ month, onClose }: { month: string; onClose: () => void }): ReactNode {
  const close = useSend('/api/v1/finance/periods/{month}/close', {
    path: { month },
    toast: texts.closeDialog.toast(formatMonth(month)),
    onDone: onClose,
  });
  return (
    <Dialog open title={texts.closeDialog.dialogTitle(formatMonth(month))} onClose={onClose}>
      <p>{texts.closeDialog.explanation}</p>
      <SendError error={close.error} />
      <DialogActions onCancel={onClose}>
        <Button loading={close.isPending} onClick={() => close.mutate()}>
          {texts.closeDialog.dialogTitle(formatMonth(month))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
