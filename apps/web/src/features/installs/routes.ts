import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, approved, plugins } from '../../shell/route-parents.js';

export const installsRoutes = {
  approved: [
    createRoute({
      getParentRoute: () => approved,
      path: '/author/drives/$id/installs',
      component: lazyRouteComponent(() => import('./install/drive-installs.page.js'), 'DriveInstallsPage'),
    }),
  ],
  plugins: [
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/installed',
      component: lazyRouteComponent(() => import('./install/installed.page.js'), 'InstalledPage'),
    }),
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/installed/$id',
      component: lazyRouteComponent(() => import('./install/install-detail.page.js'), 'InstallDetailPage'),
    }),
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/installed/$id/open/$',
      component: lazyRouteComponent(() => import('./embed/open-plugin.page.js'), 'OpenPluginPage'),
    }),
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/$slug/install',
      component: lazyRouteComponent(() => import('./install/install.page.js'), 'InstallPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/tenants',
      component: lazyRouteComponent(() => import('./tenants/tenants.page.js'), 'TenantsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/unfinished',
      component: lazyRouteComponent(() => import('./install/unfinished.page.js'), 'UnfinishedPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/tenants/$id/ventures',
      component: lazyRouteComponent(() => import('./tenants/ventures.page.js'), 'VenturesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/tenants/$id/operators',
      component: lazyRouteComponent(() => import('./tenants/operators.page.js'), 'OperatorsPage'),
    }),
  ],
} as const;
