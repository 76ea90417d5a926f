import { useContext, type ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { keepFocus } from '../../lib/keep-focus.js';
import { SendError, ActionButton } from '../feedback/feedback.js';
import { CloseContext } from '../layout/close-context.js';
import { Dialog, DialogActions } from '../layout/dialog.js';

/** A change under way or refused, as `useSend` returns it. */
export interface Sent {
  isPending: boolean;
  error: ApiError | null;
}

interface SendDialogProps {
  title: string;
  send: Sent;
  /** As of SendError. */
  rest?: string | undefined;
  /** Names the effect. */
  confirm: string;
  /** Label of the button that leaves it, where “Cancel” is not the word. */
  cancel?: string;
  /** Why it cannot be confirmed yet; null: it can. */
  whyNot?: string | null;
  danger?: boolean;
  /** Needed where no `DialogButton` is around it. */
  onClose?: () => void;
  onConfirm: () => void;
  children?: ReactNode;
}

/** A decision that is sent when it is confirmed: its effect or fields, the server's refusal, and the two buttons. */
export function SendDialog({ send, confirm, cancel, danger, ...props }: SendDialogProps) {
  const ofButton = useContext(CloseContext);
  const close = props.onClose ?? ofButton;
  return (
    <Dialog title={props.title} onClose={close}>
      {props.children}
      <SendError error={send.error} {...('rest' in props && { rest: props.rest })} />
      <DialogActions onCancel={close} cancel={cancel}>
        <ActionButton
          whyNot={props.whyNot ?? null}
          color={danger ? 'red' : undefined}
          loading={send.isPending}
          onMouseDown={keepFocus}
          onClick={props.onConfirm}
        >
          {confirm}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
