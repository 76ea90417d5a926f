import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { PoolClient } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { auditOf } from '../audit/audit.js';
import { outboxOf } from '../events/outbox.js';
import {
  currentActorId,
  currentKeyedRequest,
  currentScope,
  isByHostToken,
  NOBODY_SCOPE,
  SYSTEM_SCOPE,
  type DataScope,
} from './scope/data-scope.js';
import { heldWhileAway, isDatabaseAway, sqlState } from './statements/database-errors.js';
import { firstOf } from './database.js';
import { hasOpenTransaction, insideTransaction } from './transaction/open-transaction.js';
import { actorColumns, isBeyondRole, scopeColumns, scopeValues } from './scope/scoped-query.js';
import { isOutdatedPlan, namesOf } from './statements/statement-names.js';
import type { Tx } from './transaction/tx.js';
import { traceparent } from '../logging/tracing.js';
import { currentWorker } from './transaction/worker-lease.js';

interface TransactionOptions {
  isolation?: 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** db/platform/functions/assert_worker_lease.sql */
const LEASE_LOST = 'PW001';
const MAX_TRIES = 6;

/** Whether a transaction was refused because its worker was declared lost and others have taken over its work. */
export function isLeaseLost(error: unknown): boolean {
  return sqlState(error) === LEASE_LOST;
}

/** Deadlocks, serialization failures, and plans of tables whose columns changed. */
function mayGoWellNextTime(error: unknown): boolean {
  const state = sqlState(error);
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return true;
  return error instanceof QueryFailedError && isOutdatedPlan(error.driverError);
}

/** Opens transactions. One transaction per use case; nesting is refused. */
@Injectable()
export class Transactor {
  /** Errors of a commit that may have been made. */
  private readonly undecided = new WeakSet<object>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
  ) {}

  /**
   * Runs `work` in a transaction and commits. After a deadlock or serialization failure, all of `work` runs again (at
   * most six times), and so it does for some seconds when the database goes away before the commit: its effects must
   * stay inside `tx`. In a request with an idempotency key, a repeat gets what
   * `work` returned the first time, so the result must be plain data with everything the caller needs, including new
   * ids and secrets.
   */
  async run<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (hasOpenTransaction()) throw new Error('a transaction is already open: pass its tx on instead');
    const once = currentKeyedRequest()?.onceOnly(work) ?? work;
    for (let attempt = 1; ; attempt++) {
      try {
        return await heldWhileAway(
          () => insideTransaction(() => this.attempt(once, options)),
          // Under a key it finds out what it has committed.
          (error) => isDatabaseAway(error) && (once !== work || !this.undecided.has(error as object)),
        );
      } catch (error) {
        if (!mayGoWellNextTime(error) || attempt >= MAX_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, attempt * 7 + (process.pid % 13)));
      }
    }
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const asked = currentScope();
    const scope = isBeyondRole(this.dataSource, asked) ? asked : undefined;
    let isCommitting = false;
    try {
      // READ COMMITTED is the default; setting it would cost a round trip.
      await runner.startTransaction(options.isolation);
      const elevation = { on: false };
      const query = await this.statements(runner, scope, elevation);
      const now = await this.enter(query, scope);
      const bypassRowSecurity = this.elevator(query, scope, elevation);
      const matched: Tx['matched'] = async (...statement) => (await query(...statement)).length > 0;
      const value: Tx['value'] = async (...statement) => firstOf(await query(...statement));
      const appended = { ...outboxOf(query, this.ids), ...auditOf(query, this.ids) };
      const result = await work({
        manager: runner.manager,
        now,
        query,
        value,
        matched,
        bypassRowSecurity,
        ...appended,
      });
      isCommitting = true;
      await runner.commitTransaction();
      return result;
    } catch (cause) {
      // What fails then has many names; the connection is the reason.
      const isLost = runner.isReleased && !(cause instanceof AppError);
      const error = isLost ? new Error('Connection terminated within a transaction', { cause }) : (cause as Error);
      if (isCommitting) this.undecided.add(error);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  /** Uses the transaction's connection directly: the query runner adds a third to the cost of a statement. */
  private async statements(
    runner: QueryRunner,
    scope: DataScope | undefined,
    elevation: { readonly on: boolean },
  ): Promise<Tx['query']> {
    const client = (await runner.connect()) as PoolClient;
    const names = scope?.kind === 'caller' ? namesOf(this.dataSource) : undefined;
    return async <R>(text: string, values: unknown[] = []): Promise<R[]> => {
      if (runner.isReleased) throw new Error('the transaction is over');
      const name = elevation.on ? undefined : names?.of(text);
      try {
        return (await client.query({ text, values, ...(name !== undefined && { name }) })).rows as R[];
      } catch (error) {
        if (isOutdatedPlan(error)) names?.discard(text);
        throw new QueryFailedError(text, values, error as Error);
      }
    };
  }

  /**
   * The first statement of a transaction: checks the worker's lease, sets the scope and the actor until the end, and
   * reads business time.
   */
  private async enter(query: Tx['query'], scope: DataScope | undefined): Promise<Date> {
    const worker = currentWorker();
    const values: unknown[] = scope ? scopeValues(scope) : [];
    const parts = ['platform.portal_now() as now', ...(scope ? [scopeColumns(1)] : [])];
    const actor = [currentActorId() ?? 'nobody', isByHostToken() ? 'yes' : ''];
    parts.push(actorColumns(values.push(...actor) - 1));
    const trace = traceparent();
    if (trace !== undefined) parts.push(`set_config('portal.traceparent', $${values.push(trace)}, true)`);
    // Must come first, because the caller role that the scope sets cannot read workers.
    if (worker !== undefined) parts.unshift(`platform.assert_worker_lease($${values.push(worker)})`);
    const [row] = await query<{ now: Date }>(`select ${parts.join(', ')}`, values);
    return row!.now;
  }

  private elevator(
    query: Tx['query'],
    scope: DataScope | undefined,
    elevation: { on: boolean },
  ): Tx['bypassRowSecurity'] {
    const isSystem = scope ? scope.kind === 'system' : !isBeyondRole(this.dataSource, SYSTEM_SCOPE);
    if (isSystem) return (work) => work();
    return async (work) => {
      // The outer scope is restored when it ends; this one must not change.
      if (elevation.on) return work();
      await query(`select ${scopeColumns(1)}`, scopeValues(SYSTEM_SCOPE));
      elevation.on = true;
      const result = await work();
      elevation.on = false;
      await query(`select ${scopeColumns(1)}`, scopeValues(currentScope() ?? NOBODY_SCOPE));
      return result;
    };
  }
}
