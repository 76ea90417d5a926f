import type { EntityManager } from 'typeorm';

/** An open transaction; the first argument of every repository and facade command. */
export interface Tx {
  readonly manager: EntityManager;
  /** Business time at the start of the transaction, by the database's clock. */
  readonly now: Date;
  /** Runs one statement and returns its rows, including those of `... returning`. */
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
  /**
   * Runs `work` with row-level security bypassed, then continues in the caller's scope. For operations that concern
   * several owners, after checking that the caller may. Nothing else of the transaction may run meanwhile. When `work`
   * throws, the transaction must be rolled back.
   */
  bypassRowSecurity<T>(work: () => Promise<T>): Promise<T>;
}
