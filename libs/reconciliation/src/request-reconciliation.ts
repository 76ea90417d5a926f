import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { reconciliationErrors } from './errors.js';
import { ReconciliationRequested } from './events.js';
import { ReconciliationRunsRepository } from './persistence/runs.repository.js';
import { STALE_MS } from './reconcile.js';

/** Starts a reconciliation in the background. */
@Injectable()
export class RequestReconciliation {
  constructor(
    private readonly transactor: Transactor,
    private readonly runs: ReconciliationRunsRepository,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `reconciliation_running` */
  async execute(actor: Actor): Promise<{ id: string }> {
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      if (!(await this.runs.start(tx, id, actor.name, new Date(tx.now.getTime() - STALE_MS)))) {
        throw new AppError(reconciliationErrors.reconciliation_running);
      }
      await tx.emit(ReconciliationRequested, { run_id: id });
      await tx.audit(actor, 'reconciliation.requested', ['reconciliation_run', id]);
      return { id };
    });
  }
}
