export { WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';
