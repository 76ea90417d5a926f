import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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
          <Link
            to={item.to}
            title={item.text}
            onClick={onGo}
            data-active={item === active || undefined}
            aria-current={item === active ? 'page' : undefined}
          >
            <item.icon size={16} aria-hidden />
            <span className="nav-text">{item.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
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
