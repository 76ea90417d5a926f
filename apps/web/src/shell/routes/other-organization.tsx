import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { SendError } from '../../components/feedback/feedback.js';
import { useChooseOrganization } from '../session/choose-organization.js';
import { texts } from '../texts.js';

/** Under a page that was not found: where it is another organisation's of the same person, the way there. */
export function OtherOrganization() {
  const { pathname, href } = useRouterState({ select: (state) => state.location });
  const isAuthor = (useMe()?.acts_for ?? null) !== null;
  const own = useGet('/api/v1/author/organizations', {}, { enabled: isAuthor }).data?.items ?? [];
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(pathname)?.[0];
  return own.length > 1 && id !== undefined && pathname.startsWith('/author/') ? <Holding id={id} to={href} /> : null;
}

function Holding({ id, to }: { id: string; to: string }) {
  const found = useGet('/api/v1/author/organizations/holding', { query: { id } }).data;
  return found ? <Offer orgId={found.id} name={found.name} to={to} /> : null;
}

function Offer({ orgId, name, to }: { orgId: string; name: string; to: string }) {
  const { choose, busy, error } = useChooseOrganization(orgId, to);
  return (
    <div className="card stack">
      <p>{texts.organizationSwitch.explanation(name)}</p>
      <SendError error={error} />
      <Button loading={busy} onClick={choose}>
        {texts.organizationSwitch.actForOrganization(name)}
      </Button>
    </div>
  );
}
