import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { PayoutMails } from '../common/payout-mails.js';
import type { UnpaidReason } from '../runs/domain/unpaid.js';
import { PayoutsRepository, type PayoutRow } from '../runs/payouts.repository.js';
import { RunLog } from '../runs/run-log.js';

/**
 * Carries a payout forward that could not be made: the money returns to the author's balance, and the author is
 * notified.
 */
@Injectable()
export class CarryPayout {
  constructor(
    private readonly repository: PayoutsRepository,
    private readonly ledger: Ledger,
    private readonly mails: PayoutMails,
    private readonly log: RunLog,
  ) {}

  /** Read before the transaction opens. */
  contacts(orgId: string): Promise<Contact[]> {
    return this.mails.contacts(orgId);
  }

  /** `n`: number of the last attempt; `why`: message of whoever refused. */
  async execute(
    tx: Tx,
    payout: PayoutRow,
    { n, code, why }: { n: number; code: UnpaidReason; why: string },
    contacts: readonly Contact[],
  ): Promise<void> {
    await this.ledger.post(tx, {
      kind: 'payout_released',
      idempotencyKey: `po:${payout.id}:release:${payout.retries}:${n}`,
      sourceType: 'payout',
      sourceId: payout.id,
      effectiveAt: tx.now,
      legs: [
        { account: { code: 'payout_clearing', currency: payout.currency }, amountMinor: payout.amount },
        {
          account: { code: 'author_payable', ownerId: payout.orgId, currency: payout.currency },
          amountMinor: -payout.amount,
        },
      ],
    });
    await this.repository.carry(tx, payout.id, code, why);
    await this.log.payout(tx, payout, 'payout.failed', { code, cause: why });
    await this.mails.withheld(tx, payout, code, contacts);
  }
}
