import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';

/** Proposes to give an unpaid invoice up; a second person books it as a loss. */
export function ProposeWriteOff({ id, number }: { id: string; number: string }): ReactNode {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const propose = useSend('/api/v1/finance/invoices/{id}/write-off', {
    path: { id },
    onDone: () => {
      setOpen(false);
      toast('Proposed. Another person must approve it.');
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Propose a write-off
      </Button>
      <ReasonDialog
        open={open}
        title={`Write off invoice ${number}`}
        effect="Collection stops, the authors receive nothing for it, and the rest is recorded as our loss. If it is paid later, all of this is reversed."
        readBy="For the second person."
        confirm="Propose"
        danger
        busy={propose.isPending}
        error={propose.error}
        onClose={() => setOpen(false)}
        onConfirm={({ text }) => propose.mutate({ reason: text })}
      />
    </>
  );
}
