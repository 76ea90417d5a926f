import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { finance, money, root } from '../../shell/route-parents.js';

export const statementsRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/statement-roots',
      component: lazyRouteComponent(() => import('./statement-roots.page.js'), 'StatementRootsPage'),
    }),
  ],
  money: [
    createRoute({
      getParentRoute: () => money,
      path: '/author/earnings',
      component: lazyRouteComponent(() => import('./earnings.page.js'), 'EarningsPage'),
    }),
    createRoute({
      getParentRoute: () => money,
      path: '/author/payouts',
      component: lazyRouteComponent(() => import('./payouts.page.js'), 'PayoutsPage'),
    }),
    createRoute({
      getParentRoute: () => money,
      path: '/author/payouts/$id',
      component: lazyRouteComponent(() => import('./payout.page.js'), 'PayoutPage'),
    }),
    createRoute({
      getParentRoute: () => money,
      path: '/author/tax-profile',
      component: lazyRouteComponent(() => import('./tax-profile.page.js'), 'TaxProfilePage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/statements',
      component: lazyRouteComponent(() => import('./statements.page.js'), 'StatementsPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/statements/$id',
      component: lazyRouteComponent(() => import('./statement.page.js'), 'StatementPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/exports',
      component: lazyRouteComponent(() => import('./exports.page.js'), 'ExportsPage'),
    }),
  ],
} as const;
