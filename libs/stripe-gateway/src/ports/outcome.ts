/**
 * Answers that leave it open, or impossible, to say whether money moved.
 *
 * - `in_flight`: a twin request with the same key is running; wait, then send the same key again.
 * - `rate_limited`: not executed; wait at least `retryAfterMs`, then send the same key again.
 * - `unknown`: time-out, cut socket or a 5xx; the provider may have executed it. Send the same key and the same body
 *   again within 23 h, after that look the object up by its group before trying a new key.
 * - `misconfigured`: refused for a reason no retry cures (key, permission, a parameter); nothing moved. Stop and alert.
 * - `idempotency_conflict`: the same key was used with another body. A bug of ours; nothing new moved. Stop and alert.
 */
export type Unsettled =
  | { kind: 'in_flight' }
  | { kind: 'rate_limited'; retryAfterMs: number }
  | { kind: 'unknown'; reason: UnknownReason; message: string }
  | { kind: 'misconfigured'; code: string; message: string }
  | { kind: 'idempotency_conflict'; message: string };

/**
 * `timeout` and `connection`: no answer arrived. `server_error`: an answer 5xx arrived; the provider stores it under
 * the key and will repeat it, so after one of these look the object up by its group instead of only re-sending.
 */
export type UnknownReason = 'timeout' | 'connection' | 'server_error';

/**
 * Every write names its own key, 1 to 255 characters, made from our row ids before the call and stored beside the
 * intent. One key stands for one attempt with one body; a key is never re-used with another body.
 */
export interface Keyed {
  idempotencyKey: string;
}
