import { defineEvent } from '@portal/platform/events';

/**
 * The provider told us that something happened. A hint only: consumers fetch the object and never trust what the event
 * said about it. Emitted once per provider event; the order says nothing.
 */
export interface StripeEventReceivedPayload {
  /** `evt_…` */
  event_id: string;
  /** e.g. `payment_intent.succeeded`, `v2.core.account[requirements].updated` */
  type: string;
  /** Id of the object to fetch, when the event names one. */
  object_id: string | null;
  /** The connected account it happened on; left out for the platform's own. */
  account?: string;
}

export const StripeEventReceived = defineEvent<StripeEventReceivedPayload>('stripe.event_received', 1);
