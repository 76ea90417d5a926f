import type { ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../feedback/feedback.js';
import { CloseContext } from './close-context.js';

interface DialogButtonProps extends ButtonProps {
  'aria-label'?: string;
  /** Why it cannot be opened; null: it can. */
  whyNot?: string | null;
  /** The dialog that it opens. A function gets what closes it, where no change sent from inside does. */
  dialog: ReactNode | ((close: () => void) => ReactNode);
  children: ReactNode;
}

/** A button and its dialog, which starts empty each time. */
export function DialogButton({ dialog, whyNot = null, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <ActionButton whyNot={whyNot} variant="default" {...button} onClick={() => setOpen(true)} />
      {open ? typeof dialog === 'function' ? dialog(close) : <CloseContext value={close}>{dialog}</CloseContext> : null}
    </>
  );
}
