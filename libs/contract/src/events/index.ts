export { buildDeliveredEvent, deliveredEventJsonSchema, type DeliveredEventInput } from './delivered-event.js';
export * from './kinds.js';
export { knownKinds, type KnownKind } from './known-kinds.js';
export * from './row.js';
