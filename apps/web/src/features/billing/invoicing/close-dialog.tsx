import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { formatMonth } from '../../../lib/format.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';

/** Asks before a month is closed: it cannot be undone. */
export function CloseDialog({ month, onClose }: { month: string; onClose: () => void }): ReactNode {
  const close = useSend('/api/v1/finance/periods/{month}/close', {
    path: { month },
    toast: texts.closeDialog.toast(formatMonth(month)),
    onDone: onClose,
  });
  return (
    <SendDialog
      title={common.closeNamedMonth(formatMonth(month))}
      send={close}
      confirm={common.closeNamedMonth(formatMonth(month))}
      onClose={onClose}
      onConfirm={() => close.mutate()}
    >
      <p>{texts.closeDialog.explanation}</p>
    </SendDialog>
  );
}
