import { Button, Menu } from '@mantine/core';
import { IconBuilding, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/errors.js';
import { useGet, useSend } from '../api/hooks.js';
import { meQuery } from '../api/session.js';
import type { Me } from '../api/session.js';
import { SendError } from '../components/feedback/states.js';
import { useEnter } from './sign-out.js';
import { texts } from './texts.js';

/** The page of one thing is left: the other organisation has not got it. */
const ID = /\/[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Acts for another organisation and shows `to` for it. */
function useChooseOrganization(
  orgId: string,
  to: string,
): { choose: () => void; busy: boolean; error: ApiError | null } {
  const enter = useEnter();
  const send = useSend('/api/v1/author/organizations/{id}/choose', {
    path: { id: orgId },
    onDone: () => void enter(to),
  });
  return { choose: () => send.mutate(), busy: send.isPending, error: send.error };
}

/** The organisation that an author acts for, on every page; a menu where there are several. */
export function OrganizationSwitch({ me }: { me: Me }): ReactNode {
  return me.acts_for === null ? null : <Current orgId={me.acts_for} />;
}

function Current({ orgId }: { orgId: string }): ReactNode {
  const own = useGet('/api/v1/author/organizations').data?.items ?? [];
  const current = own.find(({ id }) => id === orgId);
  if (!current) return null;
  if (own.length === 1)
    return (
      <span className="organization small dim" title={texts.organizationSwitch.title}>
        {current.name}
      </span>
    );
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          className="organization"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBuilding size={14} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={texts.organizationSwitch.actingChooseAnotherLabel(current.name)}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.organizationSwitch.actFor}</Menu.Label>
        {own.map((one) => (
          <Choice key={one.id} id={one.id} name={one.name} current={one.current} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ id, name, current }: { id: string; name: string; current: boolean }): ReactNode {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { choose } = useChooseOrganization(id, ID.test(pathname) ? '/author' : pathname);
  return (
    <Menu.RadioItem value={id} checked={current} onChange={choose} closeMenuOnClick>
      {name}
    </Menu.RadioItem>
  );
}

/** Under a page that was not found: where it is another organisation's of the same person, the way there. */
export function OtherOrganization(): ReactNode {
  const { pathname, href } = useRouterState({ select: (state) => state.location });
  const isAuthor = (useQuery(meQuery).data?.acts_for ?? null) !== null;
  const own = useGet('/api/v1/author/organizations', {}, { enabled: isAuthor }).data?.items ?? [];
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(pathname)?.[0];
  return own.length > 1 && id !== undefined && pathname.startsWith('/author/') ? <Holding id={id} to={href} /> : null;
}

function Holding({ id, to }: { id: string; to: string }): ReactNode {
  const found = useGet('/api/v1/author/organizations/holding', { query: { id } }).data;
  return found ? <Offer orgId={found.id} name={found.name} to={to} /> : null;
}

function Offer({ orgId, name, to }: { orgId: string; name: string; to: string }): ReactNode {
  const { choose, busy, error } = useChooseOrganization(orgId, to);
  return (
    <div className="card stack">
      <p>{texts.organizationSwitch.explanation(name)}</p>
      <SendError error={error} />
      <div>
        <Button loading={busy} onClick={choose}>
          {texts.organizationSwitch.actForOrganization(name)}
        </Button>
      </div>
    </div>
  );
}
