import { Link, useRouterState } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { useReviewHome } from '../../components/review/review-home.js';
import { useArea } from './area.js';
import { activeItem, areaNav, groupsFor, itemsOf, resourcesFor, type NavGroup } from './nav.js';

/** Links to pages in groups, the one that is shown marked. */
export function NavGroups({ groups, onGo }: { groups: readonly NavGroup[]; onGo?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const active = activeItem(itemsOf(groups), pathname);
  const setup = itemsOf(groups).find(({ firstUntilDone }) => firstUntilDone);
  const missing = useMissingSteps(setup !== undefined);
  const first = missing > 0 ? setup : undefined;
  return groups.map(({ title, items }, at) => (
    <div key={title} className="nav-group">
      {title ? <p className="nav-title">{title}</p> : null}
      <ul className="nav-list" aria-label={title || undefined}>
        {[...(first && at === 0 ? [first] : []), ...items.filter((item) => item !== first)].map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              title={item.text}
              onClick={onGo}
              activeOptions={{ exact: true }}
              aria-current={item === active ? 'page' : undefined}
            >
              <item.icon size={16} aria-hidden />
              <span className="nav-text">{item.text}</span>
              {item.waiting ? <WaitingCount of={item.waiting} /> : null}
              {item === first ? <span className="nav-count">{missing}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Steps that the setup lacks; asked for only where the menu shows it. */
const useMissingSteps = (enabled: boolean): number =>
  useGet('/api/v1/admin/setup', {}, { enabled }).data?.steps.filter(({ done }) => !done).length ?? 0;

/** Approvals that the reader may decide, or cases as the tabs of the queue count them; nothing where there are none. */
function WaitingCount({ of }: { of: 'approvals' | 'cases' }) {
  const cases = useReviewHome(of === 'cases').data?.counts ?? {};
  const approvals = useGet('/api/v1/approvals/counts', {}, { enabled: of === 'approvals', refreshMs: 30_000 }).data;
  const waiting = of === 'cases' ? Object.values(cases).reduce((sum, one) => sum + one, 0) : (approvals?.yours ?? 0);
  return waiting > 0 ? <span className="nav-count">{waiting}</span> : null;
}

/** The left navigation of the present area. */
export function SideNav() {
  const area = useArea();
  const me = useMe();
  if (area === 'public') return null;
  return (
    <nav className="side-nav" aria-label={areaNav[area].title}>
      <NavGroups groups={[...groupsFor(area, me), resourcesFor(me)]} />
    </nav>
  );
}
