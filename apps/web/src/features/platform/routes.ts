import { admin, audit, page, signedIn, visitors } from '../../shell/routes/parents.js';

export const platformRoutes = {
  visitors: [page(visitors, '/status', () => import('./status.page.js'), 'StatusPage')],
  signedIn: [page(signedIn, '/sandbox', () => import('./sandbox.page.js'), 'SandboxPage')],
  admin: [
    page(admin, '/admin/deliveries', () => import('./deliveries.page.js'), 'DeliveriesPage'),
    page(admin, '/admin/queues', () => import('./queues.page.js'), 'QueuesPage'),
  ],
  audit: [page(audit, '/audit', () => import('./audit/audit.page.js'), 'AuditPage')],
} as const;
