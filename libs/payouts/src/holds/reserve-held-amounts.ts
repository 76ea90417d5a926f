import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { partOf } from '../runs/domain/unpaid.js';
import { byMonth, HoldsRepository } from './holds.repository.js';
import type { PayoutRow, RunRow } from '../runs/payouts.repository.js';
import { holdPosting } from './release-holds.js';

/**
 * Posts what a run's holds withhold, from the authors' balances to their reserves. This happens only when the run
 * executes, because until then it can be cancelled and recomputed, and a hold withholds once per month. Amounts whose
 * hold was released in between are due at once.
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
        .map((part) => partOf(part))
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
                  // For a hold without an end this is only its next review date.
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
