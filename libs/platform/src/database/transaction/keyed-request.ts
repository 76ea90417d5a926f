import type { Tx } from './tx.js';

/** A request under an idempotency key (decision 11). */
export interface KeyedRequest {
  /**
   * Runs `work` at most once per key: its transaction also stores what it returned, and a repeated request gets that
   * result.
   */
  onceOnly<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T>;
}

/**
 * Default of a unique column `request_key` in tables whose rows move money, with an index `<table>_request_key`: the
 * key of the request that inserts the row, otherwise null. The key itself may be deleted; the row stays.
 */
export const REQUEST_KEY = `nullif(current_setting('portal.request_key', true), '')`;
