import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';

/** Single statements outside a transaction: reads for views. Writes belong into `Transactor.run`. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs one statement and returns its rows. */
  async query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    // Straight to the pool: a query runner per statement costs several times the statement.
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    try {
      return (await pool.query(sql, params)).rows as R[];
    } catch (error) {
      throw new QueryFailedError(sql, undefined, error as Error);
    }
  }
}
