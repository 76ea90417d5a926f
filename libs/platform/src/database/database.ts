import { Injectable } from '@nestjs/common';
import type { Pool, QueryResult } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { currentScope } from './data-scope.js';
import { assertNoOpenTransaction } from './open-transaction.js';
import { isBeyondRole, ScopedQuery, type Statement } from './scoped-query.js';

/** Single statements outside a transaction: reads for views. Writes belong into `Transactor.run`. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs one statement in the scope of its call chain and returns its rows.
   * @throws Error inside a transaction: the statement would wait for a second connection while the first is held, and
   * some such callers at once would empty the pool for ever. Use `tx.query` there.
   */
  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    return this.run({ text: sql, values: params });
  }

  /**
   * As `query`, planned once per connection. For statements that run often and are cheap beside their planning.
   * @param name the same for the same text, at most 63 characters.
   */
  prepared<R = Record<string, unknown>>(name: string, sql: string, params: unknown[] = []): Promise<R[]> {
    return this.run({ name, text: sql, values: params });
  }

  private async run<R>(statement: Statement): Promise<R[]> {
    assertNoOpenTransaction('a statement on another connection');
    // Straight to the pool: a query runner per statement costs several times the statement.
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    const scope = currentScope();
    try {
      const answered = isBeyondRole(this.dataSource, scope)
        ? (pool.query(new ScopedQuery(scope, statement)) as unknown as Promise<QueryResult>)
        : pool.query(statement);
      return (await answered).rows as R[];
    } catch (error) {
      throw new QueryFailedError(statement.text, undefined, error as Error);
    }
  }
}
