import { Button, CloseButton } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { keepFocus } from '../../lib/keep-focus.js';
import { common } from '../../text/common.js';

interface DialogProps {
  open?: boolean;
  title: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** The first field; of a group of radio buttons the chosen one, as the Tab key does. */
function firstField(dialog: HTMLElement): HTMLElement | undefined {
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (field) => field.type !== 'hidden' && !field.disabled,
  );
  return fields[0]?.type === 'radio' ? (fields.find((one) => one.checked) ?? fields[0]) : fields[0];
}

/**
 * A native modal dialog: focus begins at the first field, or at the title where there is none, stays inside and returns
 * to the opener; Esc closes; nothing behind can be reached. Dialogs are only for decisions; `drawer-left` shows the menu.
 */
export function Dialog({ open = true, title, onClose, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    const head = heading.current;
    (firstField(dialog) ?? head)?.focus();
    // A field that is still being looked up takes the focus when it comes, unless the person has moved it meanwhile.
    const late = new MutationObserver(() => {
      if (document.activeElement === head) firstField(dialog)?.focus();
    });
    late.observe(dialog, { childList: true, subtree: true });
    return () => {
      late.disconnect();
      dialog.close();
      // The element that opened it may be gone after the decision.
      const back = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('main');
      back?.focus();
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
      <div className="stack dialog-inner">
        <div className="row row-between">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <CloseButton aria-label={common.close} onMouseDown={keepFocus} onClick={onClose} size={24} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

interface DialogActionsProps {
  onCancel: () => void;
  /** Label of the button that leaves the dialog, where “Cancel” is not the word. */
  cancel?: string;
  children: ReactNode;
}

/** The buttons of a dialog, at its end: first the one that leaves it. */
export function DialogActions({ onCancel, cancel = common.cancel, children }: DialogActionsProps) {
  return (
    <div className="row dialog-actions">
      <Button variant="default" onMouseDown={keepFocus} onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  );
}
