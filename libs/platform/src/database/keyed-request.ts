import type { Tx } from './tx.js';

/** A request under an idempotency key (decision 0025). */
export interface KeyedRequest {
  /**
   * `work`, carried out at most once under the key: its transaction also writes down what it returned, and a repeat of
   * the request is given that instead.
   */
  onceOnly<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T>;
}

/**
 * Default of a unique column `request_key` of a table whose rows move money, with an index `<table>_request_key`: the key
 * of the request that makes the row, null for all others. The key may be forgotten, the row stays.
 */
export const REQUEST_KEY = `nullif(current_setting('portal.request_key', true), '')`;
