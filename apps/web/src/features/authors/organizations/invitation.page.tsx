import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import { Page } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useEnter } from '../../../shell/sign-out.js';

/** Where the mailed invitation leads. */
export function InvitationPage(): ReactNode {
  const [token] = useUrlState('token');
  const me = useQuery(meQuery).data ?? null;
  const enter = useEnter();
  const accept = useSend('/api/v1/author/invitations/accept', { onDone: () => void enter('/author') });
  return (
    <Page title="Invitation">
      <div className="card stack form">
        <p>You are invited to join an organisation. You are signed in as {me?.user.email}.</p>
        <SendError error={accept.error} />
        <div>
          <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
            Join the organisation
          </Button>
        </div>
      </div>
    </Page>
  );
}
