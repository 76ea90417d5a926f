import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../api/hooks.js';
import { useMe } from '../api/session.js';
import { useArea } from './area.js';
import { activeItem, areaNav, itemsFor, type NavItem } from './nav.js';

/** Links to pages, the one that is shown marked. */
export function NavList({ items, onGo }: { items: readonly NavItem[]; onGo?: () => void }): ReactNode {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const active = activeItem(items, pathname);
  return (
    <ul className="nav-list">
      {items.map((item) => (
        <li key={item.to}>
          <Link to={item.to} title={item.text} onClick={onGo} aria-current={item === active ? 'page' : undefined}>
            <item.icon size={16} aria-hidden />
            <span className="nav-text">{item.text}</span>
            {item.waiting ? <WaitingCount /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Approvals that the reader may decide; nothing where there are none. */
function WaitingCount(): ReactNode {
  const yours = useGet('/api/v1/approvals/counts', {}, { refreshMs: 30_000 }).data?.yours ?? 0;
  return yours > 0 ? <span className="nav-count">{yours}</span> : null;
}

/** The left navigation of the present area. */
export function SideNav(): ReactNode {
  const area = useArea();
  const me = useMe();
  if (area === 'public') return null;
  return (
    <nav className="side-nav" aria-label={areaNav[area].title}>
      <NavList items={itemsFor(area, me)} />
    </nav>
  );
}
