import type { JsonObject } from '../json/types.js';
import { eventTimeMembers } from './row.js';

/** An event of the host, for the body of `POST receive` (optional addition of v1.x). */
export interface DeliveredEventInput {
  /** The same at every attempt: a Drive knows by it what it has already. */
  readonly id: string;
  readonly kind: string;
  /** When it happened, Unix ms. */
  readonly tsMs: number;
  readonly payload: object;
}

/**
 * Builds the body of `POST receive`: an event row with its id.
 * @param contract major number of the contract version that the Drive declares.
 */
export function buildDeliveredEvent({ id, kind, tsMs, payload }: DeliveredEventInput, contract = 1): JsonObject {
  return { id, type: kind, ...eventTimeMembers(tsMs, contract), payload: payload as JsonObject };
}

/** JSON Schema (2020-12) of the body of `POST receive`, shipped as `schemas/delivered-event.schema.json`. */
export function deliveredEventJsonSchema(): JsonObject {
  const properties: JsonObject = {
    id: { type: 'string', minLength: 1, description: 'The same at every attempt.' },
    type: { type: 'string', minLength: 1, description: 'A kind of events_consumed, or "ping".' },
    ts: { type: 'integer', minimum: 0, description: 'When it happened, Unix milliseconds.' },
    payload: { type: 'object', description: 'As the host handed it in; of a ping the tenant and the venture.' },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An event of the host (contract v1.x, optional)',
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}
