export { WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';
export { webhooksErrors } from './errors.js';
