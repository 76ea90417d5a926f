import { admin, approved, page } from '../../shell/route-parents.js';

export const webhooksRoutes = {
  approved: [
    page(approved, '/author/webhooks', () => import('./webhooks.page.js'), 'WebhooksPage'),
    page(approved, '/author/webhooks/$id', () => import('./webhook.page.js'), 'WebhookPage'),
  ],
  admin: [
    page(admin, '/admin/webhooks', () => import('./host-webhooks.page.js'), 'HostWebhooksPage'),
    page(admin, '/admin/webhooks/$id', () => import('./host-webhooks.page.js'), 'HostWebhookPage'),
  ],
} as const;
