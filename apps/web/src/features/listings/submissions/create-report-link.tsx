import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRemove, useSend } from '../../../api/hooks.js';
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
  const share = useSend('/api/v1/submissions/{id}/share', { path, onDone: () => toast('Shared. Copy the link.') });
  const end = useRemove('/api/v1/submissions/{id}/share', {
    path,
    onDone: () => toast('Sharing stopped. The link no longer works.'),
  });
  const shared = of.shared;
  const address = shared ? new URL(shared.path, window.location.origin).href : '';
  return (
    <Card title="Share this report">
      {shared ? (
        <>
          <p>
            Anyone with this link can view the checks until <When at={shared.expires_at} />, without an account:
          </p>
          <div className="row">
            <code>{address}</code>
            <CopyButton text={address} label="Copy link" />
          </div>
          <div className="row">
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              Stop sharing
            </Button>
            <Button variant="default" loading={share.isPending} onClick={() => share.mutate()}>
              New link
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="dim">
            Creates a link for colleagues or support. It shows the checks for 30 days and nothing from the review.
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
