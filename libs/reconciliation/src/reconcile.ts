import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, takeLock } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import { CompareBooks } from './compare-books.js';
import { ReconciliationRunsRepository } from './persistence/runs.repository.js';
import { PullMovements } from './pull-movements.js';

/** A run that is older than this and not finished was left by a process that died. */
export const STALE_MS = 2 * 3_600_000;

/**
 * Compares our books with the provider's: fetches its movements, matches them one to one, and keeps the result. Running
 * it again finds the same; two at once wait for each other.
 */
@Injectable()
export class Reconcile {
  constructor(
    private readonly transactor: Transactor,
    private readonly runs: ReconciliationRunsRepository,
    private readonly pull: PullMovements,
    private readonly compare: CompareBooks,
    private readonly ids: Ids,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** Of its own accord; does nothing while another one runs. */
  async daily(): Promise<void> {
    const id = this.ids.next();
    const started = await this.transactor.run((tx) =>
      this.runs.start(tx, id, SYSTEM_ACTOR.name, new Date(tx.now.getTime() - STALE_MS)),
    );
    if (started) await this.execute(id);
  }

  /** Does a run that was started. Throws what kept it from being done, after noting it. */
  async execute(id: string): Promise<void> {
    if (!(await this.transactor.run((tx) => this.runs.isRunning(tx, id)))) return;
    try {
      const { balances, movements } = await this.pull.execute();
      await this.transactor.run(async (tx) => {
        // Two processes that were told of the same run find each other here.
        await takeLock(tx, 'reconciliation.exceptions');
        if (!(await this.runs.isRunning(tx, id))) return;
        const result = await this.compare.execute(tx, balances);
        await this.runs.finish(tx, id, { movements, ...result });
        await this.audit.record(tx, {
          actor: SYSTEM_ACTOR,
          action: 'books.reconciled',
          subjectType: 'reconciliation_run',
          subjectId: id,
          after: {
            movements,
            matched: result.matched,
            opened: result.opened,
            holds: result.equalities.every((one) => one.holds),
          },
        });
        await this.live.append(tx, 'reconciliation', 'done', { run_id: id });
      });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      await this.transactor.run((tx) => this.runs.fail(tx, id, failure.slice(0, 500)));
      throw error;
    }
  }
}
