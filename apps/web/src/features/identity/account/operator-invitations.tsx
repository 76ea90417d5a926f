import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { OperatorInvitationView } from '../../../api/schema.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Invitations of the host to operate tenants; empty where there are none. */
export function OperatorInvitations(): ReactNode {
  const invitations = useGet('/api/v1/account/operator-invitations');
  const items = invitations.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={texts.operatorInvitations.title}>
      <p className="dim">{texts.operatorInvitations.explanation}</p>
      {items.map((one) => (
        <Invitation key={one.id} invitation={one} />
      ))}
    </Card>
  );
}

function Invitation({
  invitation: { id, tenant_name, invited_at },
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
