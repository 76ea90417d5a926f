import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, approved } from '../../shell/route-parents.js';

export const webhooksRoutes = {
  approved: [
    createRoute({
      getParentRoute: () => approved,
      path: '/author/webhooks',
      component: lazyRouteComponent(() => import('./webhooks.page.js'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute: () => approved,
      path: '/author/webhooks/$id',
      component: lazyRouteComponent(() => import('./webhook.page.js'), 'WebhookPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/webhooks',
      component: lazyRouteComponent(() => import('./host-webhooks.page.js'), 'HostWebhooksPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/webhooks/$id',
      component: lazyRouteComponent(() => import('./host-webhooks.page.js'), 'HostWebhookPage'),
    }),
  ],
} as const;
