import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ListedDriveView } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { keepFocus } from '../../../lib/keep-focus.js';

const REASONS = [
  { value: 'malicious', label: 'It does harm' },
  { value: 'data_breach', label: 'Data was lost or leaked' },
  { value: 'legal_order', label: 'An order of law' },
  { value: 'agreement_breached', label: 'The agreement was breached' },
  { value: 'abandoned', label: 'Nobody answers any more' },
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
    onDone: onDone('is paused. Somebody else must confirm the removal.'),
  });
  const confirm = useSend('/api/v1/review/drives/{driveId}/removal/confirm', {
    path,
    onDone: onDone('is removed. Its installs end now.'),
  });
  if (!drive.removal)
    return (
      <ReasonDialog
        open
        title={`Propose removal: ${drive.name}`}
        effect="It is paused now. When another reviewer or administrator confirms, it is removed and every install of it ends at once. The author can appeal."
        readBy="The author and the operators read this."
        reasons={REASONS}
        confirm="Pause it and propose removal"
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
        {installs} at once, and their operators are told. This cannot be undone: should an appeal be granted, the Drive
        comes back, but no install by itself.
      </p>
      <SendError error={confirm.error} />
      <div className="dialog-actions">
        <Button variant="default" onMouseDown={keepFocus} onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={confirm.isPending} onMouseDown={keepFocus} onClick={() => confirm.mutate()}>
          Remove it and end its installs
        </Button>
      </div>
    </Dialog>
  );
}
