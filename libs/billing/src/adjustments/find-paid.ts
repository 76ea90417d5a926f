import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { AdjustmentsRepository, type PaidRow } from './adjustments.repository.js';
import { SettleCharge } from '../collection/settle-charge.js';

/** Finds the charge of a refund or dispute, even if their event arrives before that of the charge. */
@Injectable()
export class FindPaid {
  constructor(
    private readonly database: Database,
    private readonly adjustments: AdjustmentsRepository,
    private readonly settle: SettleCharge,
  ) {}

  /**
   * Undefined when it is not our charge.
   * @throws Error when it names an invoice that does not exist.
   */
  async execute(paymentIntentId: string): Promise<PaidRow | undefined> {
    const known = await this.adjustments.paidByIntent(this.database, paymentIntentId);
    if (known) return known;
    await this.settle.execute(paymentIntentId);
    return this.adjustments.paidByIntent(this.database, paymentIntentId);
  }
}
