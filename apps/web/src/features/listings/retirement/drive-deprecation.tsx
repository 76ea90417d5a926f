import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { DriveView } from '../../../api/views.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { Alert } from '../../../components/feedback/states.js';
import { DeprecationDialog } from './deprecation-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';

/** The end of a Drive as its author announces it, or calls it off. Shown for what went live. */
export function DriveDeprecation({ drive }: { drive: DriveView }): ReactNode {
  const [open, setOpen] = useState(false);
  if (!drive.live_version || ['retired', 'removed'].includes(drive.state)) return null;
  const { deprecation } = drive;
  if (!deprecation)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          Announce retirement
        </Button>
        {open ? <Announce drive={drive} onClose={() => setOpen(false)} /> : null}
      </div>
    );
  const closed = drive.state === 'closed_to_installs';
  return (
    <Alert tone="warn">
      <p>
        {closed ? 'Closed to installs since' : 'Closes to installs'} <When at={deprecation.closes_at} />. Installs end{' '}
        <When at={deprecation.retires_at} />. Announced by {deprecation.announced_by}: {deprecation.reason}
      </p>
      {closed ? null : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Cancel retirement
        </Button>
      )}
      {open ? <CallOff drive={drive} onClose={() => setOpen(false)} /> : null}
    </Alert>
  );
}

interface DialogProps {
  drive: DriveView;
  onClose: () => void;
}

function Announce({ drive, onClose }: DialogProps): ReactNode {
  const toast = useToast();
  const announce = useSend('/api/v1/author/drives/{driveId}/deprecation', {
    path: { driveId: drive.id },
    onDone: () => {
      onClose();
      toast('Retirement announced. Operators are being notified.');
    },
  });
  return (
    <DeprecationDialog
      open
      title={`Announce the retirement of ${drive.name}`}
      busy={announce.isPending}
      error={announce.error}
      onClose={onClose}
      onConfirm={announce.mutate}
    />
  );
}

function CallOff({ drive, onClose }: DialogProps): ReactNode {
  const toast = useToast();
  const keep = useSend('/api/v1/author/drives/{driveId}/deprecation/withdraw', {
    path: { driveId: drive.id },
    onDone: () => {
      onClose();
      toast(`${drive.name} stays available and is back in the catalogue.`);
    },
  });
  return (
    <ReasonDialog
      open
      title={`Cancel the retirement of ${drive.name}`}
      effect="It returns to the catalogue. Operators are notified that their installs continue."
      readBy="Kept in the audit trail."
      confirm="Cancel retirement"
      busy={keep.isPending}
      error={keep.error}
      onClose={onClose}
      onConfirm={({ text }) => keep.mutate({ reason: text })}
    />
  );
}
