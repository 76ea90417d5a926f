import { Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../layout/dialog.js';
import { Alert, ActionButton } from './feedback.js';
import { texts } from '../texts/feedback.js';

interface ShownOnceProps {
  title: string;
  /** Note that it is shown only once, and what to do with it. */
  warning: string;
  /** How the sentences call it. */
  what?: 'it' | 'them';
  onStored: () => void;
  children: ReactNode;
}

/** A dialog around a secret that cannot be shown again; it closes only after "I stored it". */
export function ShownOnce({ title, warning, what = 'it', onStored, children }: ShownOnceProps) {
  const [stored, setStored] = useState(false);
  const why = texts.shownOnce.whyNot(what, what === 'it');
  return (
    <Dialog title={title} onClose={() => (stored ? onStored() : undefined)}>
      <Alert tone="warn">{warning}</Alert>
      {children}
      <Checkbox
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
        label={texts.shownOnce.iStored(what)}
      />
      <div className="row dialog-actions">
        <ActionButton whyNot={stored ? null : why} onClick={onStored}>
          {texts.shownOnce.done}
        </ActionButton>
      </div>
    </Dialog>
  );
}
