import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { finance, money } from '../../shell/route-parents.js';

export const payoutsRoutes = {
  money: [
    createRoute({
      getParentRoute: () => money,
      path: '/author/payout-account',
      component: lazyRouteComponent(() => import('./accounts/payout-account.page.js'), 'PayoutAccountPage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/runs',
      component: lazyRouteComponent(() => import('./runs/runs.page.js'), 'RunsPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/runs/$id',
      component: lazyRouteComponent(() => import('./runs/run.page.js'), 'RunPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/authors/$id',
      component: lazyRouteComponent(() => import('./accounts/finance-author.page.js'), 'FinanceAuthorPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/holds',
      component: lazyRouteComponent(() => import('./holds/holds.page.js'), 'HoldsPage'),
    }),
  ],
} as const;
