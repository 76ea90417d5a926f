import { createRootRouteWithContext, createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Area } from '../../api/session.js';
import type { Search } from '../../lib/url-state.js';
import { sharedPages } from '../navigation/area.js';
import type { GuardInput, RouterContext } from './guard.js';
import { PublicFrame } from '../frames/public-shell.js';

type Guard = (input: GuardInput) => Promise<void>;

/** A guard is loaded with the first page that needs one. */
const guarded =
  (name: 'requireSignIn' | 'requireAuthor' | 'requireMoney'): Guard =>
  async (input) =>
    (await import('./guard.js'))[name](input);
const areaGuard =
  (...areas: readonly [Area, ...Area[]]): Guard =>
  async (input) =>
    (await import('./guard.js')).requireArea(...areas)(input);

export const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('../frames/outside.js'), 'NotFoundAnywhere'),
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

// Pathless parents. The first three are for everybody, and say in which frame a page is shown:
/** The public frame, without the component kit: a page below it imports no Mantine. */
export const visitors = createRoute({ getParentRoute: () => root, id: 'visitors', component: PublicFrame });
/** The public frame around pages of the component kit, such as the form to sign in. */
export const visitorForms = createRoute({
  getParentRoute: () => root,
  id: 'visitor-forms',
  component: lazyRouteComponent(() => import('../frames/outside.js'), 'PublicKitShell'),
});
/** Pages of the component kit that who is signed in sees inside, and a visitor in the public frame. */
export const everybody = createRoute({
  getParentRoute: () => root,
  id: 'everybody',
  component: lazyRouteComponent(() => import('../frames/outside.js'), 'EitherShell'),
});

/** The frame of who is signed in. Every page below its children has passed their guard. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('../frames/shell.js'), 'InsideShell'),
});
function below<const Id extends string>(id: Id, beforeLoad: Guard) {
  return createRoute({ getParentRoute: () => inside, id, beforeLoad });
}
export const signedIn = below('signed-in', guarded('requireSignIn'));
export const author = below('author-area', areaGuard('author'));
export const approved = below('approved-author', guarded('requireAuthor'));
export const money = below('author-money', guarded('requireMoney'));
export const review = below('review-area', areaGuard('review'));
export const finance = below('finance-area', areaGuard('finance'));
export const plugins = below('plugins-area', areaGuard('plugins'));
export const admin = below('admin-area', areaGuard('admin'));
export const audit = below('audit-readers', areaGuard(...sharedPages['/audit']));
export const approvers = below('approvers', areaGuard(...sharedPages['/approvals']));
export const liveDrives = below('live-drives', areaGuard(...sharedPages['/review/drives']));

/** The page at `path` below its parent: the component `name` of its module, loaded on first use. */
export function page<P extends AnyRoute, const T extends string, K extends string>(
  parent: P,
  path: T,
  load: () => Promise<Record<K, () => ReactNode>>,
  name: K,
) {
  return createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) });
}
