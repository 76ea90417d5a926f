import { admin, page } from '../../shell/routes/parents.js';

export const adminRoutes = [
  page(admin, '/admin', () => import('./admin-home.page.js'), 'AdminHome'),
  page(admin, '/admin/setup', () => import('./setup.page.js'), 'SetupPage'),
] as const;
