import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { useSend } from '../../api/hooks.js';
import { texts } from '../texts/review.js';
import { SendDialog } from '../forms/send-dialog.js';
import { common } from '../../text/common.js';

interface WithdrawAppealProps {
  /** Ends the appeal that is shown; data shown with it is refetched automatically. */
  send: Pick<ReturnType<typeof useSend>, 'error' | 'isPending'> & { mutate: () => void };
  /** What becomes final. */
  decision: string;
}

/** Withdraws an open appeal, after a confirmation: it cannot be filed again. */
export function WithdrawAppeal({ send, decision }: WithdrawAppealProps): ReactNode {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.withdrawAppeal.withdrawTheAppeal}
      </Button>
      <SendDialog
        open={open}
        title={texts.withdrawAppeal.withdrawTheAppeal}
        send={send}
        confirm={texts.withdrawAppeal.withdrawAppeal}
        cancel={common.keepIt}
        danger
        onClose={close}
        onConfirm={() => send.mutate()}
      >
        <p>{texts.withdrawAppeal.explanation(decision)}</p>
      </SendDialog>
    </div>
  );
}
