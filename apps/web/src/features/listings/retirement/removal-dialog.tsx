import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ListedDriveView } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { keepFocus } from '../../../lib/keep-focus.js';

const REASONS = [
  { value: 'malicious', label: 'Harmful behaviour' },
  { value: 'data_breach', label: 'Data was lost or leaked' },
  { value: 'legal_order', label: 'Legal order' },
  { value: 'agreement_breached', label: 'Breach of the agreement' },
  { value: 'abandoned', label: 'Author unresponsive' },
] as const;
type ReasonCode = (typeof REASONS)[number]['value'];

interface RemovalDialogProps {
  drive: ListedDriveView;
  onDone: (text: string) => () => void;
  onClose: () => void;
}

/** Removal at once: proposed by one person, confirmed by another. */
export function RemovalDialog({ drive, onDone, onClose }: RemovalDialogProps): ReactNode {
  const path = { driveId: drive.drive_id };
  const propose = useSend('/api/v1/review/drives/{driveId}/removal', {
    path,
    onDone: onDone('is paused. Another person must confirm the removal.'),
  });
  const confirm = useSend('/api/v1/review/drives/{driveId}/removal/confirm', {
    path,
    onDone: onDone('was removed. Its installs are ending.'),
  });
  if (!drive.removal)
    return (
      <ReasonDialog
        open
        title={`Propose removal: ${drive.name}`}
        effect="It is paused now. When another reviewer or admin confirms, it is removed and all its installs end immediately. The author can appeal."
        readBy="Visible to the author and operators."
        reasons={REASONS}
        confirm="Pause and propose removal"
        danger
        busy={propose.isPending}
        error={propose.error}
        onClose={onClose}
        onConfirm={({ code, text }) => propose.mutate({ reason_code: code as ReasonCode, reason: text })}
      />
    );
  const installs = drive.installs === 1 ? 'One install ends' : `${drive.installs ?? 'All'} installs end`;
  return (
    <Dialog open title={`Confirm removal: ${drive.name}`} onClose={onClose}>
      <p>
        {drive.removal.proposed_by} proposed it: {drive.removal.reason}
      </p>
      <p>
        {installs} immediately, and their operators are notified. This cannot be undone: if an appeal is granted, the
        Drive returns but its installs do not.
      </p>
      <SendError error={confirm.error} />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={confirm.isPending} onMouseDown={keepFocus} onClick={() => confirm.mutate()}>
          Remove and end installs
        </Button>
      </div>
    </Dialog>
  );
}
