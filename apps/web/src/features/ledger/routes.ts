import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { finance } from '../../shell/route-parents.js';

export const ledgerRoutes = {
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/ledger',
      component: lazyRouteComponent(() => import('./ledger.page.js'), 'LedgerPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/ledger/sources/$type/$id',
      component: lazyRouteComponent(() => import('./ledger-source.page.js'), 'LedgerSourcePage'),
    }),
  ],
} as const;
