import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { SubmissionView } from '../../../api/views.js';
import { CopyButton } from '../../../components/values/copy.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';

/** Lets others read the checks of a submission under an address of its own, for a while. */
export function ShareReport({ of }: { of: SubmissionView }): ReactNode {
  const toast = useToast();
  const path = { id: of.id };
  const share = useSend('/api/v1/submissions/{id}/share', { path, onDone: () => toast('Shared. Copy the address.') });
  const end = useSend('/api/v1/submissions/{id}/share/end', {
    path,
    onDone: () => toast('Ended. The address leads nowhere now.'),
  });
  const shared = of.shared;
  const address = shared ? new URL(shared.path, window.location.origin).href : '';
  return (
    <Card title="Share this report">
      {shared ? (
        <>
          <p>
            Whoever has this address reads the checks until <When at={shared.expires_at} />, without an account:
          </p>
          <div className="row">
            <code>{address}</code>
            <CopyButton text={address} label="Copy address" />
          </div>
          <div className="row">
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              Stop sharing
            </Button>
            <Button variant="default" loading={share.isPending} onClick={() => share.mutate()}>
              New address
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="dim">
            Makes an address under which colleagues or support read the checks for 30 days. Nothing of the review is
            shown there.
          </p>
          <div className="row">
            <Button variant="default" loading={share.isPending} onClick={() => share.mutate()}>
              Share report
            </Button>
          </div>
        </>
      )}
      <SendError error={share.error ?? end.error} />
    </Card>
  );
}
