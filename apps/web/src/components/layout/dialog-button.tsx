import type { ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../feedback/feedback.js';

interface DialogButtonProps extends ButtonProps {
  'aria-label'?: string;
  /** Why it cannot be opened; null: it can. */
  whyNot?: string | null;
  /** The dialog that it opens; gets what closes it. */
  dialog: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** A button and its dialog, which begins anew each time. */
export function DialogButton({ dialog, whyNot = null, ...button }: DialogButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton whyNot={whyNot} variant="default" {...button} onClick={() => setOpen(true)} />
      {open ? dialog(() => setOpen(false)) : null}
    </>
  );
}
