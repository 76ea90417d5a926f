import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, approved, finance, liveDrives, plugins, review, root } from '../../shell/route-parents.js';

export const listingsRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/statistics',
      component: lazyRouteComponent(() => import('./review/statistics.page.js'), 'StatisticsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/validate',
      component: lazyRouteComponent(() => import('./validator/validate.page.js'), 'ValidatePage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/validations/$id',
      component: lazyRouteComponent(() => import('./validator/validation.page.js'), 'ValidationPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/reports/$token',
      component: lazyRouteComponent(() => import('./submissions/shared-report.page.js'), 'SharedReportPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/catalogue',
      component: lazyRouteComponent(() => import('./catalogue/public-catalogue.page.js'), 'PublicCataloguePage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/catalogue/$slug',
      component: lazyRouteComponent(() => import('./catalogue/public-plugin.page.js'), 'PublicEntryPage'),
    }),
  ],
  approved: [
    createRoute({
      getParentRoute: () => approved,
      path: '/author/drives',
      component: lazyRouteComponent(() => import('./listing/drives.page.js'), 'DrivesPage'),
    }),
    createRoute({
      getParentRoute: () => approved,
      path: '/author/drives/new',
      component: lazyRouteComponent(() => import('./listing/drive-new.page.js'), 'DriveNewPage'),
    }),
    createRoute({
      getParentRoute: () => approved,
      path: '/author/drives/$id',
      component: lazyRouteComponent(() => import('./listing/drive.page.js'), 'DrivePage'),
    }),
    createRoute({
      getParentRoute: () => approved,
      path: '/author/submissions/$id',
      component: lazyRouteComponent(() => import('./submissions/submission.page.js'), 'SubmissionPage'),
    }),
  ],
  review: [
    createRoute({
      getParentRoute: () => review,
      path: '/review',
      component: lazyRouteComponent(() => import('./review/queue/queue.page.js'), 'QueuePage'),
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/review/exceptions',
      component: lazyRouteComponent(() => import('./review/exceptions.page.js'), 'ExceptionsPage'),
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/review/submissions/$id',
      component: lazyRouteComponent(() => import('./review/review-submission.page.js'), 'ReviewSubmissionPage'),
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/review/appeals/$id',
      component: lazyRouteComponent(() => import('./appeals/review-appeal.page.js'), 'ReviewAppealPage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/prices',
      component: lazyRouteComponent(() => import('./pricing/prices.page.js'), 'PricesPage'),
    }),
  ],
  plugins: [
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins',
      component: lazyRouteComponent(() => import('./catalogue/catalogue.page.js'), 'CataloguePage'),
    }),
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/$slug',
      component: lazyRouteComponent(() => import('./catalogue/plugin.page.js'), 'PluginPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/drives/$id',
      component: lazyRouteComponent(() => import('./listing/drive-records.page.js'), 'AdminDrivePage'),
    }),
  ],
  liveDrives: [
    createRoute({
      getParentRoute: () => liveDrives,
      path: '/review/drives',
      component: lazyRouteComponent(() => import('./retirement/live-drives.page.js'), 'ReviewDrivesPage'),
    }),
    createRoute({
      getParentRoute: () => liveDrives,
      path: '/review/drives/$id',
      component: lazyRouteComponent(() => import('./listing/drive-records.page.js'), 'ReviewDrivePage'),
    }),
  ],
} as const;
