import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { partOf } from '../runs/domain/unpaid.js';
import { byMonth, HoldsRepository } from './holds.repository.js';
import type { PayoutRow, RunRow } from '../runs/payouts.repository.js';
import { holdPosting } from './release-holds.js';

/**
 * Moves what a run's holds take from the authors' balances into their reserves. Only when the run executes: until then it
 * can be cancelled and computed anew, and a hold takes from a month once. What was released in between is due at once.
 */
@Injectable()
export class ReserveHeldAmounts {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly ledger: Ledger,
  ) {}

  async of(tx: Tx, run: RunRow, payouts: readonly PayoutRow[]): Promise<void> {
    const rows = payouts.flatMap((payout) =>
      payout.parts
        .map((part) => partOf(part, run.month))
        .flatMap(({ holdId, amountMinor, expectedAt, dateKind }) =>
          holdId === null
            ? []
            : [
                {
                  holdId,
                  month: run.month,
                  currency: payout.currency,
                  orgId: payout.orgId,
                  payoutId: payout.id,
                  amountMinor,
                  // Of a hold without an end it is only the day on which it is looked at again.
                  releaseAt: dateKind === 'expected' ? expectedAt : null,
                },
              ],
        ),
    );
    if (rows.length === 0) return;
    const released = await this.holds.released(tx, [...new Set(rows.map((row) => row.holdId))]);
    await this.holds.insertHeld(
      tx,
      rows.map((row) => (released.has(row.holdId) ? { ...row, releaseAt: tx.now } : row)),
    );
    await this.ledger.postMany(
      tx,
      byMonth(rows).map((month) => holdPosting(month, 'payout_hold', tx.now)),
    );
  }
}
