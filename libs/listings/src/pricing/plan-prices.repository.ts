import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

@Injectable()
export class PlanPricesRepository {
  /** Stores the prices of a revision's plans when it goes live. */
  async keep(
    tx: Tx,
    revisionId: string,
    plans: readonly { plan: string; currency: string; amountMinor: bigint }[],
  ): Promise<void> {
    for (const { plan, currency, amountMinor } of plans)
      await tx.query(
        `insert into listings.plan_prices (revision_id, plan, currency, amount_minor) values ($1, $2, $3, $4) on conflict do nothing`,
        [revisionId, plan, currency, amountMinor.toString()],
      );
  }
}
