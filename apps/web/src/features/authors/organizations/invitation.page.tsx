import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { call } from '../../../api/client.js';
import type { ApiError } from '../../../api/errors.js';
import { useSend, type InvitationPreviewView } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Page } from '../../../components/layout/page.js';
import { Loading, SendError } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { byPortalTime } from '../../../lib/server-time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useEnter, useSignOut } from '../../../shell/session/sign-out.js';
import { texts } from '../texts/organizations.js';
import { common } from '../../../text/common.js';

/** Where the mailed invitation leads, also before its reader has an account. */
export function InvitationPage() {
  const [token] = useUrlState('token');
  const invitation = useQuery<InvitationPreviewView, ApiError>({
    queryKey: ['invitation', token],
    queryFn: () => call('POST', '/api/v1/author/invitations/preview', { body: { token } }),
    retry: false,
  });
  return (
    <Page title={texts.invitation.title}>
      {invitation.error ? <SendError error={invitation.error} /> : null}
      {invitation.data ? <Invited by={invitation.data} token={token} /> : null}
      {invitation.isPending ? <Loading lines={3} /> : null}
    </Page>
  );
}

/** Only A to Z lose their case, as at the server: other letters look alike and are not. */
const emailKey = (email: string): string => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function Invited({ by, token }: { by: InvitationPreviewView; token: string }) {
  const me = useMe();
  return (
    <div className="card stack form">
      <p className="strong">{texts.invitation.explanation(by.organization)}</p>
      <p>{texts.invitation.role(texts.team.roleNames[by.member_role])}</p>
      <p className="small dim">{texts.invitation.sentTo(by.email, formatUtc(byPortalTime(by.expires_at)))}</p>
      {me === null ? (
        <Enter email={by.email} />
      ) : emailKey(me.user.email) === emailKey(by.email) ? (
        <Join organization={by.organization} token={token} />
      ) : (
        <Somebody email={me.user.email} invited={by.email} />
      )}
    </div>
  );
}

/** Nobody is signed in: both ways lead back here. */
function Enter({ email }: { email: string }) {
  const to = useRouterState({ select: (state) => state.location.href });
  return (
    <>
      <p>{texts.invitation.enterFirst(email)}</p>
      <div className="row">
        <LinkButton to="/sign-up" search={{ to, email }}>
          {common.createAccount}
        </LinkButton>
        <LinkButton to="/sign-in" search={{ to }} variant="default">
          {common.signIn}
        </LinkButton>
      </div>
    </>
  );
}

function Join({ organization, token }: { organization: string; token: string }) {
  const enter = useEnter();
  const accept = useSend('/api/v1/author/invitations/accept', { onDone: () => void enter('/author') });
  return (
    <>
      <SendError error={accept.error} />
      <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        {texts.invitation.join(organization)}
      </Button>
    </>
  );
}

/** Signed in with another address than the invited one. */
function Somebody({ email, invited }: { email: string; invited: string }) {
  const to = useRouterState({ select: (state) => state.location.href });
  const signOut = useSignOut(`/sign-in?to=${encodeURIComponent(to)}`);
  return (
    <>
      <p>{texts.invitation.somebodyElse(email, invited)}</p>
      <Button variant="default" onClick={signOut}>
        {common.signOut}
      </Button>
    </>
  );
}
