import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PayoutRefused } from '../events.js';
import { payoutPosting } from '../runs/payout-postings.js';
import { UNPAID_TEXT, type UnpaidReason } from '../runs/domain/unpaid.js';
import { PayoutsRepository, type PayoutRow } from '../runs/payouts.repository.js';

/**
 * Carries a payout forward that could not be made: the money returns to the author's balance.
 */
@Injectable()
export class CarryPayout {
  constructor(
    private readonly repository: PayoutsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** `n`: number of the last attempt; `why`: message of whoever refused. */
  async execute(
    tx: Tx,
    payout: PayoutRow,
    { n, code, why }: { n: number; code: UnpaidReason; why: string },
  ): Promise<void> {
    await this.ledger.post(tx, payoutPosting('payout_released', payout, `release:${payout.retries}:${n}`, tx.now));
    await this.repository.carry(tx, payout, code, why);
    const after = { code, cause: why };
    await tx.audit(SYSTEM_ACTOR, 'payout.failed', ['payout', payout.id], { after });
    const ids = { payout_id: payout.id, run_id: payout.runId };
    await tx.emit(PayoutRefused, { ...ids, by: 'processor', reason: UNPAID_TEXT[code] });
  }
}
