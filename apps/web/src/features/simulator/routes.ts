import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { approved, finance } from '../../shell/route-parents.js';

export const simulatorRoutes = {
  approved: [
    createRoute({
      getParentRoute: () => approved,
      path: '/author/simulator',
      component: lazyRouteComponent(() => import('./author-simulator.page.js'), 'AuthorSimulatorPage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/simulator',
      component: lazyRouteComponent(() => import('./finance-simulator.page.js'), 'FinanceSimulatorPage'),
    }),
  ],
} as const;
