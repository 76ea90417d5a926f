import { useRouterState } from '@tanstack/react-router';
import { useMe, type Area } from '../../api/session.js';

/** The part of the portal a page belongs to; `public` pages belong to nobody. */
export type PageArea = Area | 'public';

const starts: readonly [string, PageArea][] = [
  ['/author', 'author'],
  ['/apply', 'author'],
  ['/review', 'review'],
  ['/finance', 'finance'],
  ['/operator', 'plugins'],
  ['/plugins', 'plugins'],
  ['/admin', 'admin'],
  ['/approvals', 'admin'],
  ['/audit', 'admin'],
];

/** Pages that several areas have, as the API answers them: shown in the first one that is open to the reader. */
export const sharedPages = {
  '/approvals': ['finance', 'admin', 'review'],
  '/audit': ['admin', 'review', 'finance'],
  '/review/drives': ['review', 'admin'],
  '/sandbox': ['admin', 'finance', 'review', 'plugins', 'author'],
} as const satisfies Record<string, readonly Area[]>;

const under = (start: string, pathname: string): boolean => pathname === start || pathname.startsWith(`${start}/`);

export function areaOf(pathname: string, open: readonly Area[] = []): PageArea {
  const shared = Object.entries(sharedPages).find(([start]) => under(start, pathname));
  const mine = shared?.[1].find((area) => open.includes(area));
  return mine ?? starts.find(([start]) => under(start, pathname))?.[1] ?? 'public';
}

export function useArea(): PageArea {
  const open = useMe()?.areas;
  return useRouterState({ select: (state) => areaOf(state.location.pathname, open) });
}
