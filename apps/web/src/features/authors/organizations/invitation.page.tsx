import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import { Page } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useEnter } from '../../../shell/sign-out.js';
import { texts } from '../texts/organizations.js';
import { rich } from '../../../text/rich.js';

/** Where the mailed invitation leads. */
export function InvitationPage(): ReactNode {
  const [token] = useUrlState('token');
  const me = useQuery(meQuery).data ?? null;
  const enter = useEnter();
  const accept = useSend('/api/v1/author/invitations/accept', { onDone: () => void enter('/author') });
  return (
    <Page title={texts.invitation.title}>
      <div className="card stack form">
        <p>{rich(texts.invitation.explanation, { email: me?.user.email })}</p>
        <SendError error={accept.error} />
        <div>
          <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
            {texts.invitation.joinTheOrganisation}
          </Button>
        </div>
      </div>
    </Page>
  );
}
