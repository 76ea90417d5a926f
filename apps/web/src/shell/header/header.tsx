import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMe, type Me } from '../../api/session.js';
import { formatUtc } from '../../lib/format.js';
import { serverNowMs } from '../../lib/server-time.js';
import { useServerNow } from '../../components/values/values.js';
import { ToneBadge } from '../../components/feedback/feedback.js';
import { useArea } from '../navigation/area.js';
import { Bell } from './bell.js';
import { areaNav } from '../navigation/nav.js';
import { useSandbox } from '../sandbox/sandbox.js';
import { useScheme } from '../frames/scheme.js';
import { texts } from '../texts.js';
import { texts as publicTexts } from '../texts/public.js';
import { common, rich } from '../../text/common.js';

const OrganizationSwitch = lazy(() =>
  import('./organization-switch.js').then((module) => ({ default: module.OrganizationSwitch })),
);
const AccountMenu = lazy(() => import('./account-menu.js').then((module) => ({ default: module.AccountMenu })));

export function Header({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const me = useMe();
  return (
    <header className="header">
      <ActionIcon className="menu-button" variant="subtle" size={30} onClick={onMenu} aria-label={common.menu}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to="/" className="brand">
        <img src="/assets/icon-2.svg" alt="" width={20} height={20} />
        {common.drivePortal}
      </Link>
      {me ? <AreaSwitch me={me} /> : null}
      <Suspense fallback={null}>{me ? <OrganizationSwitch me={me} /> : null}</Suspense>
      <div className="header-end">
        <EnvironmentBadge />
        <Tooltip label={texts.header.searchJumpCtrl}>
          <ActionIcon variant="subtle" size={30} onClick={onSearch} aria-label={common.searchAndJump}>
            <IconSearch size={16} />
          </ActionIcon>
        </Tooltip>
        {me ? <Bell /> : null}
        <SchemeSwitch />
        <Suspense fallback={null}>{me ? <AccountMenu me={me} /> : null}</Suspense>
      </div>
    </header>
  );
}

function AreaSwitch({ me }: { me: Me }) {
  const area = useArea();
  return (
    <nav className="areas" aria-label={texts.header.areasLabel}>
      {me.areas.map((one) => (
        <Link key={one} to={areaNav[one].home} aria-current={one === area ? 'true' : undefined}>
          {areaNav[one].title}
        </Link>
      ))}
    </nav>
  );
}

function EnvironmentBadge() {
  const sandbox = useSandbox();
  useServerNow(30_000);
  if (!sandbox) return null;
  return (
    <ToneBadge tone="special">
      {rich(texts.header.sandboxClock, {
        span: (text) => <span className="env-clock num">{text}</span>,
        date: formatUtc(new Date(serverNowMs())).replace(/:\d\d UTC$/, texts.header.utc),
      })}
    </ToneBadge>
  );
}

function SchemeSwitch() {
  const { dark, toggle } = useScheme();
  const label = dark ? publicTexts.useLightColours : publicTexts.useDarkColours;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size={30} aria-label={label} onClick={toggle}>
        {dark ? <IconSun size={16} /> : <IconMoon size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
