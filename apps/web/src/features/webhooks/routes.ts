import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { approved } from '../../shell/route-parents.js';

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
} as const;
