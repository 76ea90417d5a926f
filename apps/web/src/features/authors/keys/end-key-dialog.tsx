import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { KeyView } from '../../../api/views.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { formatUtc } from '../../../lib/format.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

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
      title={texts.endKeyDialog.dialogTitle(ending.label)}
      effect={
        <>
          {texts.endKeyDialog.effect(
            ending.label,
            ending.valid_until ? texts.endKeyDialog.insteadOfUntil(formatUtc(new Date(ending.valid_until))) : '',
            stillNeeded,
          )}
        </>
      }
      readBy={common.keptInTheRotationHistory}
      confirm={texts.endKeyDialog.dialogTitle(ending.label)}
      danger
      send={end}
      onClose={onClose}
      onConfirm={({ text }) => end.mutate({ reason: text })}
    />
  );
}
