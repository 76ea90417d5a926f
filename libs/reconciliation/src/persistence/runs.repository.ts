import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { Equality } from '../domain/reconciliation-check.js';
import { ReconciliationRunEntity } from './run.entity.js';

/** Reconciliation runs. At most one runs at a time. */
@Injectable()
export class ReconciliationRunsRepository {
  /**
   * Starts a run; false when another one is active. A run started before `staleBefore` belongs to a dead process and is
   * marked as failed.
   */
  async start(tx: Tx, id: string, requestedBy: string, staleBefore: Date): Promise<boolean> {
    await tx.query(
      `update reconciliation.runs set state = 'failed', failure = 'The process that ran it stopped.', finished_at = $2
        where state = 'running' and started_at < $1`,
      [staleBefore, tx.now],
    );
    return tx.matched(
      `insert into reconciliation.runs (id, state, requested_by, started_at) values ($1, 'running', $2, $3)
       on conflict do nothing returning id`,
      [id, requestedBy, tx.now],
    );
  }

  /** Whether the run has not ended yet. */
  async isRunning(tx: Tx, id: string): Promise<boolean> {
    return tx.manager.existsBy(ReconciliationRunEntity, { id, state: 'running' });
  }

  async finish(
    tx: Tx,
    id: string,
    result: { movements: number; matched: number; opened: number; equalities: readonly Equality[] },
  ): Promise<void> {
    await tx.query(
      `update reconciliation.runs set state = 'done', finished_at = $2, movements = $3, matched = $4, opened = $5, equalities = $6
        where id = $1 and state = 'running'`,
      [
        id,
        tx.now,
        result.movements,
        result.matched,
        result.opened,
        JSON.stringify(
          result.equalities.map((one) => ({
            name: one.name,
            currency: one.currency,
            left: one.leftMinor.toString(),
            right: one.rightMinor.toString(),
            under_way: one.underWayMinor.toString(),
            holds: one.holds,
          })),
        ),
      ],
    );
  }

  async fail(tx: Tx, id: string, failure: string): Promise<void> {
    await tx.query(
      `update reconciliation.runs set state = 'failed', finished_at = $2, failure = $3 where id = $1 and state = 'running'`,
      [id, tx.now, failure],
    );
  }
}
