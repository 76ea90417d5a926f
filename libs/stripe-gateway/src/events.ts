import { defineEvent } from '@portal/platform/events';

/**
 * The provider reported an event. Only a hint: consumers fetch the object and never trust the event's content. Emitted
 * once per provider event, in no particular order.
 */
export interface StripeEventReceivedPayload {
  /** `evt_…` */
  event_id: string;
  /** e.g. `payment_intent.succeeded`, `v2.core.account[requirements].updated` */
  type: string;
  /** Id of the object to fetch, if the event names one. */
  object_id: string | null;
  /** The connected account of the event; absent for the platform's own. */
  account?: string;
}

export const StripeEventReceived = defineEvent<StripeEventReceivedPayload>('stripe.event_received', 1);
