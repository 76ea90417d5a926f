import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { finance } from '../../shell/route-parents.js';

export const reconciliationRoutes = {
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/exceptions',
      component: lazyRouteComponent(() => import('./money-exceptions.page.js'), 'ExceptionsPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/exceptions/$id',
      component: lazyRouteComponent(() => import('./money-exception.page.js'), 'ExceptionPage'),
    }),
  ],
} as const;
