import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { OwnFactorRemovalView } from '../../../api/schema.js';
import { Alert, SendButton } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** The removal that admins requested, and how to cancel it. */
export function OwnFactorRemoval({ removal }: { removal: OwnFactorRemovalView }): ReactNode {
  const cancel = useSend('/api/v1/account/second-factor/removal/cancel', {
    toast: texts.ownFactorRemoval.toast,
  });
  return (
    <Alert tone="warn">
      <p>
        {removal.due_at === null
          ? texts.ownFactorRemoval.requested(formatUtc(removal.expires_at))
          : texts.ownFactorRemoval.approved(formatUtc(removal.due_at))}
      </p>
      <p>{texts.ownFactorRemoval.reason(removal.reason)}</p>
      <p>{texts.ownFactorRemoval.ifNotYou}</p>
      <SendButton send={cancel} variant="default" onClick={() => cancel.mutate()}>
        {common.cancelTheRemoval}
      </SendButton>
    </Alert>
  );
}
