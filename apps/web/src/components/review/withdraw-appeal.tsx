import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { useSend } from '../../api/hooks.js';
import { Dialog, DialogActions } from '../layout/dialog.js';
import { SendError } from '../feedback/states.js';
import { texts } from '../texts/review.js';

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
      <Dialog open={open} title={texts.withdrawAppeal.withdrawTheAppeal} onClose={close}>
        <p>{texts.withdrawAppeal.explanation(decision)}</p>
        <SendError error={send.error} />
        <DialogActions onCancel={close} cancel={texts.withdrawAppeal.keepIt}>
          <Button color="red" loading={send.isPending} onClick={() => send.mutate()}>
            {texts.withdrawAppeal.withdrawAppeal}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
