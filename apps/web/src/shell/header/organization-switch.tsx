import { Button, Menu } from '@mantine/core';
import { IconBuilding, IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import type { Me } from '../../api/session.js';
import { useChooseOrganization } from '../session/choose-organization.js';
import { texts } from '../texts.js';

/** The page of one thing is left: the other organisation has not got it. */
const ID = /\/[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** The organisation that an author acts for, on every page; a menu where there are several. */
export function OrganizationSwitch({ me }: { me: Me }) {
  return me.acts_for === null ? null : <Current orgId={me.acts_for} />;
}

function Current({ orgId }: { orgId: string }) {
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

function Choice({ id, name, current }: { id: string; name: string; current: boolean }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { choose } = useChooseOrganization(id, ID.test(pathname) ? '/author' : pathname);
  return (
    <Menu.RadioItem value={id} checked={current} onChange={choose} closeMenuOnClick>
      {name}
    </Menu.RadioItem>
  );
}
