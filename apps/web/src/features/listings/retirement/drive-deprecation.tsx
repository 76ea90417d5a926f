import { useSend, type DriveView } from '../../../api/hooks.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { ReasonButton } from '../../../components/forms/post-button.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { DeprecationDialog } from './deprecation-dialog.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts/retirement.js';
import { common, rich } from '../../../text/common.js';

/** The end of a Drive as its author announces it, or cancels it. Shown for Drives that went live. */
export function DriveDeprecation({ drive }: { drive: DriveView }) {
  if (!drive.live_version || ['retired', 'removed'].includes(drive.state)) return null;
  const { deprecation } = drive;
  if (!deprecation)
    return (
      <div>
        <MemberMay do="own">
          <DialogButton dialog={<Announce drive={drive} />}>{common.announceRetirement}</DialogButton>
        </MemberMay>
      </div>
    );
  const closed = drive.state === 'closed_to_installs';
  return (
    <Alert tone="warn">
      <p>
        {rich(texts.driveDeprecation.installsEndAnnouncedBy(closed), {
          closing: <When at={deprecation.closes_at} />,
          end: <When at={deprecation.retires_at} />,
          announcedBy: deprecation.announced_by,
          reason: deprecation.reason,
        })}
      </p>
      {closed ? null : (
        <MemberMay do="own">
          <ReasonButton
            to="/api/v1/author/drives/{driveId}/deprecation/withdraw"
            options={{ path: { driveId: drive.id }, toast: texts.driveDeprecation.toastStaysAvailable(drive.name) }}
            title={texts.driveDeprecation.cancelRetirementTitle(drive.name)}
            effect={texts.driveDeprecation.effect}
            readBy={common.readBy}
            confirm={common.cancelRetirement}
          >
            {common.cancelRetirement}
          </ReasonButton>
        </MemberMay>
      )}
    </Alert>
  );
}

function Announce({ drive }: { drive: DriveView }) {
  const announce = useSend('/api/v1/author/drives/{driveId}/deprecation', {
    path: { driveId: drive.id },
    toast: texts.driveDeprecation.toastRetirementAnnounced,
  });
  return (
    <DeprecationDialog
      title={texts.driveDeprecation.announceRetirementTitle(drive.name)}
      send={announce}
      onConfirm={announce.mutate}
    />
  );
}
