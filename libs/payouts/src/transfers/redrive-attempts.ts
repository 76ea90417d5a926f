import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { PayoutDue } from '../events.js';
import { FinishRun } from '../runs/finish-run.js';
import { RunQueries } from '../runs/read/run-queries.js';

/** Queues payouts of an executing run that no worker holds, and ends runs with nothing left to send. */
@Injectable()
export class RedriveAttempts {
  constructor(
    private readonly transactor: Transactor,
    private readonly queries: RunQueries,
    private readonly finish: FinishRun,
  ) {}

  async execute(): Promise<number> {
    for (const runId of await this.queries.executing()) await this.finish.execute(runId);
    const forgotten = await this.queries.forgottenPayouts();
    await this.transactor.run((tx) =>
      tx.emitMany(
        PayoutDue,
        forgotten.map(({ id, runId }) => ({ payout_id: id, run_id: runId })),
      ),
    );
    return forgotten.length;
  }
}
