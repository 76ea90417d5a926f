import { createRootRouteWithContext, createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../lib/url-state.js';
import { sharedPages } from './area.js';
import type { requireArea, GuardInput, RouterContext } from './guard.js';
import { PublicShell } from './public-shell.js';

type Guards = typeof import('./guard.js');

/** A guard is loaded with the first page that needs one. */
const guarded = (guard: (guards: Guards) => (input: GuardInput) => Promise<void>) => async (input: GuardInput) =>
  guard(await import('./guard.js'))(input);
const areaGuard = (...areas: Parameters<typeof requireArea>) => guarded((guards) => guards.requireArea(...areas));

export const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('./outside.js'), 'NotFoundAnywhere'),
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

// Pathless parents. The first three are for everybody, and say in which frame a page is shown:
/** The public frame, without the component kit: a page below it imports no Mantine. */
export const visitors = createRoute({ getParentRoute: () => root, id: 'visitors', component: PublicShell });
/** The public frame around pages of the component kit, such as the form to sign in. */
export const visitorForms = createRoute({
  getParentRoute: () => root,
  id: 'visitor-forms',
  component: lazyRouteComponent(() => import('./outside.js'), 'PublicKitShell'),
});
/** Pages of the component kit that who is signed in sees inside, and a visitor in the public frame. */
export const everybody = createRoute({
  getParentRoute: () => root,
  id: 'everybody',
  component: lazyRouteComponent(() => import('./outside.js'), 'EitherShell'),
});

/** The frame of who is signed in. Every page below its children has passed their guard. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./inside.js'), 'InsideShell'),
});
export const signedIn = createRoute({
  getParentRoute: () => inside,
  id: 'signed-in',
  beforeLoad: guarded((guards) => guards.requireSignIn),
});
export const author = createRoute({
  getParentRoute: () => inside,
  id: 'author-area',
  beforeLoad: areaGuard('author'),
});
export const approved = createRoute({
  getParentRoute: () => inside,
  id: 'approved-author',
  beforeLoad: guarded((guards) => guards.requireAuthor),
});
export const money = createRoute({
  getParentRoute: () => inside,
  id: 'author-money',
  beforeLoad: guarded((guards) => guards.requireMoney),
});
export const review = createRoute({
  getParentRoute: () => inside,
  id: 'review-area',
  beforeLoad: areaGuard('review'),
});
export const finance = createRoute({
  getParentRoute: () => inside,
  id: 'finance-area',
  beforeLoad: areaGuard('finance'),
});
export const plugins = createRoute({
  getParentRoute: () => inside,
  id: 'plugins-area',
  beforeLoad: areaGuard('plugins'),
});
export const admin = createRoute({ getParentRoute: () => inside, id: 'admin-area', beforeLoad: areaGuard('admin') });
export const audit = createRoute({
  getParentRoute: () => inside,
  id: 'audit-readers',
  beforeLoad: areaGuard(...sharedPages['/audit']),
});
export const approvers = createRoute({
  getParentRoute: () => inside,
  id: 'approvers',
  beforeLoad: areaGuard(...sharedPages['/approvals']),
});
export const liveDrives = createRoute({
  getParentRoute: () => inside,
  id: 'live-drives',
  beforeLoad: areaGuard(...sharedPages['/review/drives']),
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
