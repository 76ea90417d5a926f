import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DialogButtonProps extends ButtonProps {
  'aria-label'?: string;
  /** The dialog that it opens; gets what closes it. */
  dialog: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** A button and its dialog, which begins anew each time. */
export function DialogButton({ dialog, ...button }: DialogButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)} />
      {open ? dialog(() => setOpen(false)) : null}
    </>
  );
}
