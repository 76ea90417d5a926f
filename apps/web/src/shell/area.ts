import { useRouterState } from '@tanstack/react-router';
import type { Area } from '../api/session.js';

/** The part of the portal a page belongs to; `public` pages belong to nobody. */
export type PageArea = Area | 'public';

const starts: readonly [string, PageArea][] = [
  ['/author', 'author'],
  ['/apply', 'author'],
  ['/review', 'review'],
  ['/finance', 'finance'],
  ['/plugins', 'plugins'],
  ['/admin', 'admin'],
  ['/audit', 'admin'],
  ['/sandbox', 'admin'],
];

export function areaOf(pathname: string): PageArea {
  return starts.find(([start]) => pathname === start || pathname.startsWith(`${start}/`))?.[1] ?? 'public';
}

export function useArea(): PageArea {
  return useRouterState({ select: (state) => areaOf(state.location.pathname) });
}
