export { Deliveries, type DeliveryKey } from './deliveries.js';
export {
  EventProcessor,
  eventProcessor,
  moneyProcessor,
  GiveUp,
  type DeliveryContext,
  type QueueName,
  type Once,
} from './event-processor.js';
export { defineEvent, eventCatalogue, type EventType } from './event-type.js';
export { emitSelected } from './outbox.js';
