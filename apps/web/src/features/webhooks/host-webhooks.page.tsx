import { OF_HOST, PlaceContext } from './place.js';
import { WebhookPage } from './webhook.page.js';
import { WebhooksPage } from './webhooks.page.js';

/** Servers of the host that are notified about its tenants. */
export function HostWebhooksPage() {
  return (
    <PlaceContext value={OF_HOST}>
      <WebhooksPage />
    </PlaceContext>
  );
}

/** One of them. */
export function HostWebhookPage() {
  return (
    <PlaceContext value={OF_HOST}>
      <WebhookPage />
    </PlaceContext>
  );
}
