import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
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
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `reconciliation_running` */
  async execute(actor: Actor): Promise<{ id: string }> {
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      if (!(await this.runs.start(tx, id, actor.name, new Date(tx.now.getTime() - STALE_MS)))) {
        throw new AppError(reconciliationErrors.reconciliation_running);
      }
      await this.outbox.emit(tx, ReconciliationRequested, { run_id: id });
      await this.audit.record(tx, actor, 'reconciliation.requested', ['reconciliation_run', id]);
      return { id };
    });
  }
}
