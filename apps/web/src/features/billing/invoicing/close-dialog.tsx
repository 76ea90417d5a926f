import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatMonth } from '../../../lib/format.js';

/** Asks before a month is closed: it cannot be undone. */
export function CloseDialog({ month, onClose }: { month: string; onClose: () => void }): ReactNode {
  const toast = useToast();
  const close = useSend('/api/v1/finance/periods/{month}/close', {
    path: { month },
    onDone: () => {
      toast(`Closing ${formatMonth(month)}. Invoices appear as they are created.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Close ${formatMonth(month)}`} onClose={onClose}>
      <p>
        One invoice is created for each tenant and charged to its card. After that, nothing can be added to this month.
      </p>
      <SendError error={close.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={close.isPending} onClick={() => close.mutate()}>
          Close {formatMonth(month)}
        </Button>
      </div>
    </Dialog>
  );
}
