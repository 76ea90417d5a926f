import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { KeyView } from '../../../api/views.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { formatUtc } from '../../../lib/format.js';

interface EndKeyDialogProps {
  driveId: string;
  /** The old secret, while two are accepted. */
  ending: KeyView;
  /** Traffic shows that the Drive would lose calls. */
  stillNeeded: boolean;
  onClose: () => void;
}

/** Ends the old secret before its time. */
export function EndKeyDialog({ driveId, ending, stillNeeded, onClose }: EndKeyDialogProps): ReactNode {
  const end = useSend('/api/v1/author/drives/{driveId}/keys/{keyId}/end', {
    path: { driveId, keyId: ending.id },
    onDone: onClose,
  });
  return (
    <ReasonDialog
      open
      title={`End ${ending.label} now`}
      effect={
        <>
          {ending.label} stops working now
          {ending.valid_until ? `, instead of until ${formatUtc(new Date(ending.valid_until))}` : ''}. This cannot be
          undone.
          {stillNeeded ? ' It is still in use: your Drive will refuse calls until it has the new secret.' : ''}
        </>
      }
      readBy="Kept in the rotation history."
      confirm={`End ${ending.label} now`}
      danger
      busy={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={({ text }) => end.mutate({ reason: text })}
    />
  );
}
