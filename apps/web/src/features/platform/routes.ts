import { admin, audit, page, signedIn, visitors } from '../../shell/routes/parents.js';

export const platformRoutes = [
  page(visitors, '/status', () => import('./status.page.js'), 'StatusPage'),
  page(signedIn, '/sandbox', () => import('./sandbox.page.js'), 'SandboxPage'),
  page(admin, '/admin/deliveries', () => import('./deliveries.page.js'), 'DeliveriesPage'),
  page(admin, '/admin/queues', () => import('./queues.page.js'), 'QueuesPage'),
  page(audit, '/audit', () => import('./audit/audit.page.js'), 'AuditPage'),
] as const;
