import { createRoute, redirect } from '@tanstack/react-router';
import { admin, audit, page, signedIn } from '../../shell/route-parents.js';

export const platformRoutes = {
  signedIn: [page(signedIn, '/sandbox', () => import('./sandbox.page.js'), 'SandboxPage')],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin',
      beforeLoad: () => {
        throw redirect({ to: '/audit', replace: true });
      },
    }),
    page(admin, '/admin/deliveries', () => import('./deliveries.page.js'), 'DeliveriesPage'),
    page(admin, '/admin/queues', () => import('./queues.page.js'), 'QueuesPage'),
  ],
  audit: [page(audit, '/audit', () => import('./audit/audit.page.js'), 'AuditPage')],
} as const;
