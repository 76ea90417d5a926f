import { admin, approved, page } from '../../shell/routes/parents.js';

const list = () => import('./webhooks.page.js');
const one = () => import('./webhook.page.js');

/** Those of an author, and at the addresses of admins those of the host. */
export const webhooksRoutes = [
  page(approved, '/author/webhooks', list, 'WebhooksPage'),
  page(approved, '/author/webhooks/$id', one, 'WebhookPage'),
  page(admin, '/admin/webhooks', list, 'WebhooksPage'),
  page(admin, '/admin/webhooks/$id', one, 'WebhookPage'),
] as const;
