import { useGet, type OperatorInvitationView } from '../../../api/hooks.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { PostButton } from '../../../components/forms/post-button.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { formatUtc } from '../../../lib/format.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Invitations of the host to operate tenants, which the person accepts or declines. */
export function OperatorInvitationsPage() {
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
}) {
  const path = { id };
  return (
    <div className="stack stack-8">
      <p className="strong">{texts.operatorInvitations.invited(tenant_name, formatUtc(invited_at))}</p>
      <p className="small dim">{texts.operatorInvitations.until(formatUtc(expires_at))}</p>
      <div className="row">
        <PostButton
          variant="filled"
          aria-label={texts.operatorInvitations.acceptLabel(tenant_name)}
          to="/api/v1/account/operator-invitations/{id}/accept"
          options={{ path, toast: texts.operatorInvitations.toastAccepted(tenant_name) }}
          body={{}}
        >
          {texts.operatorInvitations.accept}
        </PostButton>
        <PostButton
          aria-label={texts.operatorInvitations.declineLabel(tenant_name)}
          to="/api/v1/account/operator-invitations/{id}/decline"
          options={{ path, toast: texts.operatorInvitations.toastDeclined(tenant_name) }}
          body={{}}
        >
          {common.decline}
        </PostButton>
      </div>
    </div>
  );
}
