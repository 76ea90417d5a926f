import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { assertNoOpenTransaction } from './open-transaction.js';

/** Single statements outside a transaction: reads for views. Writes belong into `Transactor.run`. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs one statement and returns its rows.
   * @throws Error inside a transaction: the statement would wait for a second connection while the first is held, and
   * some such callers at once would empty the pool for ever. Use `tx.query` there.
   */
  async query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    assertNoOpenTransaction('a statement on another connection');
    // Straight to the pool: a query runner per statement costs several times the statement.
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    try {
      return (await pool.query(sql, params)).rows as R[];
    } catch (error) {
      throw new QueryFailedError(sql, undefined, error as Error);
    }
  }

  /**
   * As `query`, planned once per connection. For statements that run often and are cheap beside their planning.
   * @param name the same for the same text, at most 63 characters.
   */
  async prepared<R = Record<string, unknown>>(name: string, sql: string, params: unknown[] = []): Promise<R[]> {
    assertNoOpenTransaction('a statement on another connection');
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    try {
      return (await pool.query({ name, text: sql, values: params })).rows as R[];
    } catch (error) {
      throw new QueryFailedError(sql, undefined, error as Error);
    }
  }
}
