import type { Tx } from '../database/tx.js';
import type { SealContext } from './sealed-box.js';

export interface SealedValue {
  /** Opaque outside the store. */
  readonly id: string;
  readonly sealed: string;
  readonly context: SealContext;
}

/**
 * A column with sealed values, registered by the lib that owns it, so that all of them can be re-encrypted. Every column
 * that keeps what `SealedBox.seal` returned needs one.
 */
export abstract class SealedStore {
  /** `schema.table.column`. */
  abstract readonly name: string;

  /** Values that another key than `kid` seals, behind `after` (null: from the start), in an order of the store. */
  abstract sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]>;

  /** Puts `sealed` in the place of `value.sealed`; false when that has changed meanwhile, which is no harm. */
  abstract replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean>;

  /** How many values each key seals. */
  abstract countByKid(): Promise<{ kid: string; values: number }[]>;
}
