import { ActionIcon, Menu } from '@mantine/core';
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Me } from '../../api/session.js';
import { useSignOut } from '../session/sign-out.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

/** Who is signed in, the way to their account, and out. */
export function AccountMenu({ me }: { me: Me }) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={30} aria-label={texts.header.accountOfLabel(me.user.name)}>
          <IconUser size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.user.name} · {me.user.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconSettings size={14} />}>
          {common.yourAccount}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={signOut}>
          {common.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
