import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { OperatorInvitationView } from '../../../api/schema.js';
import { EmptyState, SendError } from '../../../components/feedback/feedback.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { formatUtc } from '../../../lib/format.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Invitations of the host to operate tenants, which the person accepts or declines. */
export function OperatorInvitationsPage(): ReactNode {
  const invitations = useGet('/api/v1/account/operator-invitations');
  return (
    <ResourcePage of={invitations} title={texts.operatorInvitations.title}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{texts.operatorInvitations.empty}</EmptyState>
        ) : (
          <div className="card stack">
            <p className="dim">{texts.operatorInvitations.explanation}</p>
            {items.map((one) => (
              <Invitation key={one.id} invitation={one} />
            ))}
          </div>
        )
      }
    </ResourcePage>
  );
}

function Invitation({
  invitation: { id, tenant_name, invited_at, expires_at },
}: {
  invitation: OperatorInvitationView;
}): ReactNode {
  const accept = useSend('/api/v1/account/operator-invitations/{id}/accept', {
    path: { id },
    toast: texts.operatorInvitations.toastAccepted(tenant_name),
  });
  const decline = useSend('/api/v1/account/operator-invitations/{id}/decline', {
    path: { id },
    toast: texts.operatorInvitations.toastDeclined(tenant_name),
  });
  return (
    <div className="stack stack-8">
      <p className="strong">{texts.operatorInvitations.invited(tenant_name, formatUtc(invited_at))}</p>
      <p className="small dim">{texts.operatorInvitations.until(formatUtc(expires_at))}</p>
      <SendError error={accept.error ?? decline.error} />
      <div className="row">
        <Button
          aria-label={texts.operatorInvitations.acceptLabel(tenant_name)}
          loading={accept.isPending}
          onClick={() => accept.mutate({})}
        >
          {texts.operatorInvitations.accept}
        </Button>
        <Button
          variant="default"
          aria-label={texts.operatorInvitations.declineLabel(tenant_name)}
          loading={decline.isPending}
          onClick={() => decline.mutate({})}
        >
          {common.decline}
        </Button>
      </div>
    </div>
  );
}
