import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, takeLock } from '@portal/platform/database';
import { CompareBooks } from './compare-books.js';
import { ReconciliationRunsRepository } from './persistence/runs.repository.js';
import { PullMovements } from './pull-movements.js';

/** An unfinished run older than this belongs to a process that died. */
export const STALE_MS = 2 * 3_600_000;

/**
 * Compares our books with the provider's: fetches its movements, matches them and stores the result. Idempotent, also
 * when two processes execute the same run.
 */
@Injectable()
export class Reconcile {
  constructor(
    private readonly transactor: Transactor,
    private readonly runs: ReconciliationRunsRepository,
    private readonly pull: PullMovements,
    private readonly compare: CompareBooks,
    private readonly ids: Ids,
  ) {}

  /** The scheduled run; does nothing while another one is active. */
  async daily(): Promise<void> {
    const id = this.ids.next();
    const started = await this.transactor.run((tx) =>
      this.runs.start(tx, id, SYSTEM_ACTOR.name, new Date(tx.now.getTime() - STALE_MS)),
    );
    if (started) await this.execute(id);
  }

  /** Executes a started run. A failure is recorded, then thrown. */
  async execute(id: string): Promise<void> {
    if (!(await this.transactor.run((tx) => this.runs.isRunning(tx, id)))) return;
    try {
      const { balances, movements } = await this.pull.execute();
      await this.transactor.run(async (tx) => {
        // Two processes that received the same request wait for each other here.
        await takeLock(tx, 'reconciliation.exceptions');
        if (!(await this.runs.isRunning(tx, id))) return;
        const result = await this.compare.execute(tx, balances);
        await this.runs.finish(tx, id, { movements, ...result });
        await tx.audit(SYSTEM_ACTOR, 'books.reconciled', ['reconciliation_run', id], {
          after: {
            movements,
            matched: result.matched,
            opened: result.opened,
            holds: result.equalities.every((one) => one.holds),
          },
        });
      });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      await this.transactor.run((tx) => this.runs.fail(tx, id, failure.slice(0, 500)));
      throw error;
    }
  }
}
