import { Injectable } from '@nestjs/common';
import { Outbox, Transactor } from '@portal/platform';
import { PayoutDue } from './events.js';
import { RunQueries } from './read/run-queries.js';

/** Payouts of a running run that nobody has touched for ten minutes are made due again: whatever was lost, they end. */
@Injectable()
export class RedriveAttempts {
  constructor(
    private readonly transactor: Transactor,
    private readonly queries: RunQueries,
    private readonly outbox: Outbox,
  ) {}

  async execute(): Promise<number> {
    const forgotten = await this.queries.forgottenPayouts();
    if (forgotten.length === 0) return 0;
    await this.transactor.run(async (tx) => {
      for (const { id, runId } of forgotten) await this.outbox.emit(tx, PayoutDue, { payout_id: id, run_id: runId });
    });
    return forgotten.length;
  }
}
