import type { Tx } from '../database/tx.js';
import type { SealContext } from './sealed-box.js';

export interface SealedValue {
  /** Position in the store, opaque outside of it. */
  readonly id: string;
  readonly sealed: string;
  readonly context: SealContext;
}

/**
 * A column with encrypted values, registered by its lib so that all of them can be re-encrypted. Required for every
 * column that stores results of `SealedBox.seal`.
 */
export abstract class SealedStore {
  /** `schema.table.column`. */
  abstract readonly name: string;

  /** Values encrypted with other keys than `kid`, after `after` (null: from the start), in the store's order. */
  abstract sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]>;

  /** Replaces `value.sealed` by `sealed`; false when it has changed meanwhile, which is harmless. */
  abstract replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean>;

  /** Number of values per key. */
  abstract countByKid(): Promise<{ kid: string; values: number }[]>;
}
