import { Injectable } from '@nestjs/common';
import { Database, Transactor, type Tx } from '@portal/platform/database';
import { RunFinished } from '../events.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Ends a run when nothing is left to send. */
@Injectable()
export class FinishRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: PayoutsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Called after one of its payouts has ended and was committed. Of two that end at the same time the later one sees
   * both, so payouts need not wait for each other.
   */
  async execute(runId: string): Promise<void> {
    if (await this.repository.isUnfinished(this.database, runId)) return;
    await this.transactor.run(async (tx) => {
      if ((await this.repository.lockRun(tx, runId)).state === 'executing') await this.ifDone(tx, runId);
    });
  }

  /** The run must be locked. */
  async ifDone(tx: Tx, runId: string): Promise<void> {
    if (await this.repository.isUnfinished(tx, runId)) return;
    const state = (await this.repository.hasFailures(tx, runId)) ? 'partially_failed' : 'settled';
    if (!(await this.repository.finishRun(tx, runId, state))) return;
    await tx.emit(RunFinished, { run_id: runId, state });
  }
}
