import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ListedDriveView } from '../../../api/schema.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { optionsOf } from '../../../lib/options.js';
import { texts } from '../texts/retirement.js';
import { common } from '../../../text/common.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';

const { reasons } = texts.removalDialog;

/** Removal at once: proposed by one person, confirmed by another. */
export function RemovalDialog({ drive, onClose }: { drive: ListedDriveView; onClose: () => void }): ReactNode {
  const path = { driveId: drive.drive_id };
  const propose = useSend('/api/v1/review/drives/{driveId}/removal', {
    path,
    toast: texts.removalDialog.toastProposed(drive.name),
    onDone: onClose,
  });
  const confirm = useSend('/api/v1/review/drives/{driveId}/removal/confirm', {
    path,
    toast: texts.removalDialog.toastRemoved(drive.name),
    onDone: onClose,
  });
  if (!drive.removal)
    return (
      <ReasonDialog
        title={texts.removalDialog.proposeRemovalTitle(drive.name)}
        effect={texts.removalDialog.effect}
        readBy={texts.removalDialog.readBy}
        reasons={optionsOf(reasons)}
        confirm={texts.removalDialog.confirm}
        danger
        send={propose}
        onClose={onClose}
        onConfirm={({ code, text }) => propose.mutate({ reason_code: code as keyof typeof reasons, reason: text })}
      />
    );
  const installs =
    drive.installs === 1
      ? texts.removalDialog.oneInstallEnds
      : texts.removalDialog.installsEnd(drive.installs ?? common.all);
  return (
    <SendDialog
      title={texts.removalDialog.confirmRemovalTitle(drive.name)}
      send={confirm}
      confirm={texts.removalDialog.removeEndInstalls}
      danger
      onClose={onClose}
      onConfirm={() => confirm.mutate()}
    >
      <p>{texts.removalDialog.proposedIt(drive.removal.proposed_by, drive.removal.reason)}</p>
      <p>{texts.removalDialog.explanation(installs)}</p>
    </SendDialog>
  );
}
