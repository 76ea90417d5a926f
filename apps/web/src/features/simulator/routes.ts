import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { finance, money } from '../../shell/route-parents.js';

export const simulatorRoutes = {
  money: [
    createRoute({
      getParentRoute: () => money,
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
