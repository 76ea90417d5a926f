import type { EntityManager } from 'typeorm';

/** An open transaction; every repository and facade command takes it first. */
export interface Tx {
  readonly manager: EntityManager;
  /** Business time at the start of the transaction, by the database's clock. */
  readonly now: Date;
  /** Runs one statement and returns its rows, also those of `... returning`. */
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
  /**
   * Runs `work` with every row in reach, then goes on in the scope of the caller. For what crosses
   * owners by its nature, after it is decided that the caller may cause it. Nothing else of the transaction may run
   * meanwhile; when `work` throws, the transaction must be given up.
   */
  bypassRowSecurity<T>(work: () => Promise<T>): Promise<T>;
}
