import { Injectable } from '@nestjs/common';
import { LiveFeed, Outbox, type Tx } from '@portal/platform';
import { RunFinished } from './events.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

/** Ends a run when nothing of it is left to send. */
@Injectable()
export class FinishRun {
  constructor(
    private readonly repository: PayoutsRepository,
    private readonly outbox: Outbox,
    private readonly live: LiveFeed,
  ) {}

  /** Call with the run locked, after the state of one of its payouts changed. */
  async ifDone(tx: Tx, runId: string): Promise<void> {
    if ((await this.repository.unfinished(tx, runId)) > 0) return;
    const state = (await this.repository.failedCount(tx, runId)) > 0 ? 'partially_failed' : 'settled';
    if (!(await this.repository.finishRun(tx, runId, state))) return;
    await this.outbox.emit(tx, RunFinished, { run_id: runId, state });
    await this.live.append(tx, `payout_run:${runId}`, 'state', { state });
    await this.live.append(tx, `payout_run:${runId}`, 'done', { state });
  }
}
