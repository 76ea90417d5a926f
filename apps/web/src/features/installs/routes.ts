import { admin, approved, page, plugins } from '../../shell/routes/parents.js';

export const installsRoutes = [
  page(approved, '/author/drives/$id/installs', () => import('./install/drive-installs.page.js'), 'DriveInstallsPage'),
  page(plugins, '/operator', () => import('./install/operator-home.page.js'), 'OperatorHome'),
  page(plugins, '/plugins/installed', () => import('./install/installed.page.js'), 'InstalledPage'),
  page(plugins, '/plugins/installed/$id', () => import('./install/install-detail.page.js'), 'InstallDetailPage'),
  page(plugins, '/plugins/installed/$id/open/$', () => import('./embed/open-plugin.page.js'), 'OpenPluginPage'),
  page(plugins, '/plugins/$slug/install', () => import('./install/install.page.js'), 'InstallPage'),
  page(admin, '/admin/tenants', () => import('./tenants/tenants.page.js'), 'TenantsPage'),
  page(admin, '/admin/unfinished', () => import('./install/unfinished.page.js'), 'UnfinishedPage'),
  page(admin, '/admin/tenants/$id/ventures', () => import('./tenants/ventures.page.js'), 'VenturesPage'),
  page(admin, '/admin/tenants/$id/operators', () => import('./tenants/operators.page.js'), 'OperatorsPage'),
] as const;
