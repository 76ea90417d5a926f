import { CloseButton } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { common } from '../../text/common.js';

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * A native modal dialog: focus stays inside, Esc closes, focus returns to the opener, nothing behind can be reached.
 * Dialogs are only for decisions; `drawer` shows row details or the menu.
 */
export function Dialog({ open, title, onClose, className, children }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      className={className ?? 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-inner">
        <div className="row row-between">
          <h2 id={titleId}>{title}</h2>
          <CloseButton aria-label={common.close} onClick={onClose} size={24} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
