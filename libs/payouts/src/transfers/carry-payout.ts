import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PayoutMails } from '../common/payout-mails.js';
import { payoutPosting } from '../runs/payout-postings.js';
import type { UnpaidReason } from '../runs/domain/unpaid.js';
import { PayoutsRepository, type PayoutRow } from '../runs/payouts.repository.js';

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
    await this.ledger.post(tx, payoutPosting('payout_released', payout, `release:${payout.retries}:${n}`, tx.now));
    await this.repository.carry(tx, payout, code, why);
    const after = { code, cause: why };
    await tx.audit(SYSTEM_ACTOR, 'payout.failed', ['payout', payout.id], { after });
    await this.mails.withheld(tx, payout, code, contacts);
  }
}
