import type { EntityManager } from 'typeorm';

/** An open transaction; every repository and facade command takes it first. */
export interface Tx {
  readonly manager: EntityManager;
  /** Business time at the start of the transaction, by the database's clock. */
  readonly now: Date;
  /** Runs one statement and returns its rows, also those of `... returning`. */
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
}
