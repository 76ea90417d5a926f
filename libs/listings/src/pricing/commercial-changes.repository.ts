import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { BillingModel } from './domain/price-rule.js';
import { CommercialChangeEntity } from './price.entity.js';
import type { Audience } from './prices.js';

export type CommercialChange =
  | {
      kind: 'tier_price';
      tier: NonNullable<CommercialChangeEntity['tier']>;
      audience: Audience;
      currency: string;
      amountMinor: bigint | null;
    }
  | { kind: 'agreed_price'; driveId: string; ventureId: string; currency: string; amountMinor: bigint }
  | { kind: 'billing_model'; driveId: string; model: BillingModel; currency: string | null }
  | { kind: 'host_plan'; driveId: string; plan: string };

@Injectable()
export class CommercialChangesRepository {
  async propose(
    tx: Tx,
    id: string,
    change: CommercialChange,
    p: { validFrom: Date; reason: string; userId: string; userName: string },
  ): Promise<void> {
    const { userId: proposedBy, userName: proposedByName, validFrom, reason } = p;
    await tx.manager.insert(CommercialChangeEntity, { ...change, id, validFrom, reason, proposedBy, proposedByName });
  }

  lock(tx: Tx, id: string): Promise<CommercialChangeEntity | null> {
    return tx.manager.findOne(CommercialChangeEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The database sets from when on an approved change holds. */
  async decide(
    tx: Tx,
    d: { id: string; state: 'approved' | 'rejected'; userId: string; userName: string; note: string | null },
  ): Promise<Date | null> {
    const [row] = await tx.query<{ effective_from: Date | null }>(
      `update listings.commercial_changes set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5, decided_at = platform.portal_now()
       where id = $1 and state = 'proposed' returning effective_from`,
      [d.id, d.state, d.userId, d.userName, d.note],
    );
    return row?.effective_from ?? null;
  }

  /** Stores the prices of a revision's plans when it goes live. */
  async keepPlans(
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
