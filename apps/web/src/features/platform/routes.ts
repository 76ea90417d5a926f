import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { admin, audit, signedIn } from '../../shell/route-parents.js';

export const platformRoutes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/sandbox',
      component: lazyRouteComponent(() => import('./sandbox.page.js'), 'SandboxPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin',
      beforeLoad: () => {
        throw redirect({ to: '/audit', replace: true });
      },
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/deliveries',
      component: lazyRouteComponent(() => import('./deliveries.page.js'), 'DeliveriesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/queues',
      component: lazyRouteComponent(() => import('./queues.page.js'), 'QueuesPage'),
    }),
  ],
  audit: [
    createRoute({
      getParentRoute: () => audit,
      path: '/audit',
      component: lazyRouteComponent(() => import('./audit/audit.page.js'), 'AuditPage'),
    }),
  ],
} as const;
