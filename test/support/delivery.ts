import { randomUUID } from 'node:crypto';
import type { DeliveryContext } from '@portal/platform/events';

/** The first delivery of an event, for a processor that does not use `once`. */
export const firstDelivery = (): DeliveryContext => ({
  eventId: randomUUID(),
  attempt: 1,
  once: () => Promise.reject(new Error('not used')),
});
