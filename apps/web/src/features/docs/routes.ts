import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../shell/route-parents.js';

export const docsRoutes = {
  root: [
    createRoute({
      getParentRoute: () => root,
      path: '/docs',
      component: lazyRouteComponent(() => import('./quickstart.page.js'), 'QuickstartPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/signing',
      component: lazyRouteComponent(() => import('./signing.page.js'), 'SigningPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/checks',
      component: lazyRouteComponent(() => import('./checks.page.js'), 'ChecksPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/contract',
      component: lazyRouteComponent(() => import('./contract.page.js'), 'ContractPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/fields',
      component: lazyRouteComponent(() => import('./fields.page.js'), 'FieldsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/errors',
      component: lazyRouteComponent(() => import('./errors.page.js'), 'ErrorsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/vectors',
      component: lazyRouteComponent(() => import('./vectors.page.js'), 'VectorsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/embedding',
      component: lazyRouteComponent(() => import('./embedding.page.js'), 'EmbeddingDocsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/webhooks',
      component: lazyRouteComponent(() => import('./webhooks.page.js'), 'WebhooksDocsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/host-api',
      component: lazyRouteComponent(() => import('./host-api.page.js'), 'HostApiDocsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/host-events',
      component: lazyRouteComponent(() => import('./host-events.page.js'), 'HostEventsDocsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/docs/api',
      component: lazyRouteComponent(() => import('./api.page.js'), 'ApiPage'),
    }),
  ],
} as const;
