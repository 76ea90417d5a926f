import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import type { Cause } from '../state/events.js';

/** One call while it is executed: parameters are checked and typed, all writes go through `tx`. */
export interface Call {
  readonly tx: Tx;
  /** The id in the address, or an empty text. */
  readonly id: string;
  readonly parameters: JsonObject;
  /** Whose objects: the platform's, or the connected account named by the Stripe-Account header. */
  readonly account: string;
  readonly cause: Cause;
  /** Address under which this sandbox was called, without a slash at the end. */
  readonly baseUrl: string;
}

/** One operation of the emulated API. */
export interface Operation {
  /** Method and route, the key in the parameter catalogue: `POST /v1/transfers/:id/reversals`. */
  readonly route: string;
  /** Parameters that are stored or have an effect, besides `expand`. Known ones that are not here are refused aloud. */
  readonly emulates: readonly string[];
  readonly run: (call: Call) => Promise<JsonObject>;
}

export const operation = (route: string, emulates: readonly string[], run: Operation['run']): Operation => ({
  route,
  emulates,
  run,
});
