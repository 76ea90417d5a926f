import { Injectable } from '@nestjs/common';
import type { Pool, QueryResult } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { currentScope } from './scope/data-scope.js';
import { heldWhileAway, isDatabaseAway, sqlState } from './statements/database-errors.js';
import { assertNoOpenTransaction } from './transaction/open-transaction.js';
import { isBeyondRole, queryInScope, type Statement } from './scope/scoped-query.js';
import { isOutdatedPlan, namesOf } from './statements/statement-names.js';

/** The first column of the first row. */
export function firstOf<T>([row]: object[]): T | undefined {
  return row && (Object.values(row)[0] as T);
}

/** What does not wait for a second try, which could only be refused. */
const WRITES = /\b(insert|update|delete|merge)\b/i;
const READ_ONLY_TRANSACTION = '25006';

/** Single statements outside a transaction, for reading. Write with `Transactor.run`. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs one statement in the scope of its call chain and returns its rows. While the database is away, what only reads waits some
   * seconds for it. What writes, also by a function, never runs a second time: its answer is lost, not its effect.
   * @throws Error inside a transaction: the statement would wait for a second connection while holding the first, and a
   *   few such callers could block the pool permanently. Use `tx.query` there.
   */
  query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    const name = currentScope()?.kind === 'caller' ? namesOf(this.dataSource).of(sql) : undefined;
    return this.run({ text: sql, values: params, ...(name !== undefined && { name }) });
  }

  /**
   * Like `query`, planned once per connection. For frequent statements that are cheaper to run than to plan.
   * @param name always the same for the same text, at most 63 characters.
   */
  prepared<R = Record<string, unknown>>(name: string, sql: string, params: unknown[] = []): Promise<R[]> {
    return this.run({ name, text: sql, values: params });
  }

  /** Like `query`: the first column of the first row; undefined without one. */
  async value<T>(sql: string, params: unknown[] = []): Promise<T | undefined> {
    return firstOf(await this.query(sql, params));
  }

  /** Business time, which is `tx.now` inside a transaction. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('select platform.portal_now() as now');
    return row!.now;
  }

  /** Connections of this process: open, open and unused, and statements that wait for one. */
  connections(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** @param lost why its answer is not known, when it was sent before */
  private async run<R>(statement: Statement, lost?: unknown): Promise<R[]> {
    assertNoOpenTransaction('a statement on another connection');
    let first = lost;
    try {
      // The server refuses a second try that would write: the text does not tell what a function does.
      const send = (): Promise<QueryResult> => this.send(statement, first !== undefined);
      const isRepeatable = (error: unknown): boolean => {
        if (!isDatabaseAway(error) || WRITES.test(statement.text)) return false;
        first ??= error;
        return true;
      };
      return (await heldWhileAway(send, isRepeatable)).rows as R[];
    } catch (error) {
      const { text, values, name } = statement;
      if (name !== undefined && isOutdatedPlan(error)) {
        namesOf(this.dataSource).discard(text);
        return this.run({ text, values }, first);
      }
      const cause = sqlState(error) === READ_ONLY_TRANSACTION ? (first ?? error) : error;
      throw new QueryFailedError(text, undefined, cause as Error);
    }
  }

  private send(statement: Statement, isRepeat: boolean): Promise<QueryResult> {
    const asked = currentScope();
    const scope = isBeyondRole(this.dataSource, asked) ? asked : undefined;
    // Uses the pool directly: a query runner per statement costs several times the statement.
    if (scope === undefined && !isRepeat) return this.pool.query(statement);
    return queryInScope(this.dataSource, this.pool, scope, statement, isRepeat ? 'begin read only' : 'begin');
  }
}
