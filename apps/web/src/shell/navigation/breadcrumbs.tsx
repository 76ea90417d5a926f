import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useMe } from '../../api/session.js';
import { useArea } from './area.js';
import { crumbsOf } from './crumbs.js';
import { areaNav, groupsFor, itemsOf, resourcesFor } from './nav.js';
import { texts } from '../texts.js';

/** The way back up from a page that no entry of the menu opens. Not above a plugin, whose bar names it. */
export function Breadcrumbs() {
  const me = useMe();
  const area = useArea();
  const { routesByPath } = useRouter();
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const pattern = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' });
  if (!me || pattern.endsWith('/open/$')) return null;
  const inArea = area !== 'public';
  const crumbs = crumbsOf(
    { pathname, pattern, isPage: (route) => route in routesByPath },
    itemsOf([...(inArea ? groupsFor(area, me) : []), resourcesFor(me)]),
    inArea ? { to: areaNav[area].home, text: areaNav[area].title } : undefined,
  );
  if (crumbs.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={texts.sideNav.breadcrumbsLabel}>
      <ol>
        {crumbs.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
