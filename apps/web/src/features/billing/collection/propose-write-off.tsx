import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { texts } from '../texts/collection.js';
import { common } from '../../../text/common.js';

/** Proposes to give an unpaid invoice up; a second person books it as a loss. */
export function ProposeWriteOff({ id, number }: { id: string; number: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const propose = useSend('/api/v1/finance/invoices/{id}/write-off', {
    path: { id },
    toast: common.toastProposed,
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.proposeWriteOff.proposeWriteOff}
      </Button>
      <ReasonDialog
        open={open}
        title={texts.proposeWriteOff.dialogTitle(number)}
        effect={texts.proposeWriteOff.effect}
        readBy={common.forTheSecondPerson}
        confirm={common.propose}
        danger
        send={propose}
        onClose={() => setOpen(false)}
        onConfirm={({ text }) => propose.mutate({ reason: text })}
      />
    </>
  );
}
