export { buildDeliveredEvent, deliveredEventJsonSchema, type DeliveredEventInput } from './delivered-event.js';
export {
  canonicalKind,
  eventKindAliases,
  flatEventKinds,
  isEventKind,
  listsKind,
  MAX_KIND_LENGTH,
  standardEventKinds,
} from './kinds.js';
export { knownKinds, type KnownKind } from './known-kinds.js';
export {
  eventDigest,
  eventIdentity,
  eventList,
  eventTime,
  eventTimeMembers,
  isEmittedKind,
  parseEventRow,
  type EventRow,
  type EventRowResult,
} from './row.js';
