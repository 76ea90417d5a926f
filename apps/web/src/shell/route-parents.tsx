import { createRootRouteWithContext, createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../lib/url-state.js';
import { sharedPages } from './area.js';
import { NotFoundPage } from './error-pages.js';
import { requireArea, requireAuthor, requireMoney, requireSignIn, type RouterContext } from './guard.js';
import { Shell } from './shell.js';

export const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: () => <NotFoundPage />,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

// Pathless parents: every page below one has passed its guard.
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSignIn });
export const author = createRoute({ getParentRoute: () => root, id: 'author-area', beforeLoad: requireArea('author') });
export const approved = createRoute({ getParentRoute: () => root, id: 'approved-author', beforeLoad: requireAuthor });
export const money = createRoute({ getParentRoute: () => root, id: 'author-money', beforeLoad: requireMoney });
export const review = createRoute({ getParentRoute: () => root, id: 'review-area', beforeLoad: requireArea('review') });
export const finance = createRoute({
  getParentRoute: () => root,
  id: 'finance-area',
  beforeLoad: requireArea('finance'),
});
export const plugins = createRoute({
  getParentRoute: () => root,
  id: 'plugins-area',
  beforeLoad: requireArea('plugins'),
});
export const admin = createRoute({ getParentRoute: () => root, id: 'admin-area', beforeLoad: requireArea('admin') });
export const audit = createRoute({
  getParentRoute: () => root,
  id: 'audit-readers',
  beforeLoad: requireArea(...sharedPages['/audit']),
});
export const approvers = createRoute({
  getParentRoute: () => root,
  id: 'approvers',
  beforeLoad: requireArea(...sharedPages['/approvals']),
});
export const liveDrives = createRoute({
  getParentRoute: () => root,
  id: 'live-drives',
  beforeLoad: requireArea(...sharedPages['/review/drives']),
});

/** The page at `path` below its parent: the component `name` of its module, loaded on first use. */
export function page<P extends AnyRoute, const T extends string, K extends string>(
  parent: P,
  path: T,
  load: () => Promise<Record<K, () => ReactNode>>,
  name: K,
) {
  return createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) });
}
