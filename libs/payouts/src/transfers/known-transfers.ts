import { Injectable } from '@nestjs/common';
import { CallPace, TransferGateway, type MadeTransfer } from '@portal/stripe-gateway';
import { RunQueries } from '../runs/read/run-queries.js';

/** How often a rate limit is waited for before the payout is delayed. */
const MOST_TRIES = 5;

/** Looks up what the processor has already paid to an account, and whether our books contain it. */
@Injectable()
export class KnownTransfers {
  constructor(
    private readonly transfers: TransferGateway,
    private readonly pace: CallPace,
    private readonly queries: RunQueries,
  ) {}

  /** All transfers to the account. Uses a rate of its own, because the processor limits reads and writes separately. */
  async to(destination: string): Promise<MadeTransfer[]> {
    for (let tries = 1; ; tries++) {
      await this.pace.wait('reads');
      const answer = await this.transfers.findTransfersTo(destination);
      if (answer.kind === 'found') return answer.transfers;
      await this.pace.slowDown('reads', answer.retryAfterMs);
      if (tries >= MOST_TRIES)
        throw new Error(`the transfers to ${destination} cannot be looked up yet (rate_limited)`);
    }
  }

  /**
   * A transfer with a payout's id that this database does not know and that is not posted. Fully reversed ones paid
   * nothing.
   */
  async strangerAmong(made: readonly MadeTransfer[]): Promise<MadeTransfer | undefined> {
    const named = made.filter((one) => one.metadata['payout_id'] !== undefined && one.reversedMinor < one.amountMinor);
    if (named.length === 0) return undefined;
    const unknown = await this.queries.notOurs(named);
    return named.find((one) => unknown.includes(one.transferId));
  }
}
