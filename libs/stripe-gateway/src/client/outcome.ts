/**
 * Results that leave open whether money moved, or need a person.
 * - `in_flight`: another request with the same key is running; wait, then send the same key again.
 * - `rate_limited`: not executed; wait at least `retryAfterMs`, then send the same key again.
 * - `unknown`: timeout, broken connection or a 5xx; the provider may have executed it. Send the same key and body again
 * within 23 h; after that, look the object up by its group before using a new key.
 * - `misconfigured`: refused for a reason that no retry fixes (key, permission, a parameter); nothing moved. Stop and
 * alert.
 * - `idempotency_conflict`: the key was used with another body, a bug of ours; nothing new moved. Stop and alert.
 */
export type Unsettled =
  | { kind: 'in_flight' }
  | { kind: 'rate_limited'; retryAfterMs: number }
  | { kind: 'unknown'; reason: UnknownReason; message: string }
  | { kind: 'misconfigured'; code: string; message: string }
  | { kind: 'idempotency_conflict'; message: string };

/**
 * `timeout` and `connection`: no response arrived. `server_error`: a 5xx arrived; the provider stores it under the key
 * and repeats it, so look the object up by its group instead of only sending again.
 */
type UnknownReason = 'timeout' | 'connection' | 'server_error';

/**
 * The caller's idempotency key, 1 to 255 characters, derived from our row ids and stored before the call. One key
 * identifies one attempt with one body and is never used for another body.
 */
export interface Keyed {
  idempotencyKey: string;
}
