import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { BillingModel } from './domain/price-rule.js';
import type { Audience } from './prices.js';

export type CommercialChange =
  | { kind: 'tier_price'; tier: string; audience: Audience; currency: string; amountMinor: bigint | null }
  | { kind: 'agreed_price'; driveId: string; ventureId: string; currency: string; amountMinor: bigint }
  | { kind: 'billing_model'; driveId: string; model: BillingModel; currency: string | null }
  | { kind: 'host_plan'; driveId: string; plan: string };

interface ChangeRow {
  id: string;
  kind: CommercialChange['kind'];
  state: 'proposed' | 'approved' | 'rejected';
  drive_id: string | null;
  model: BillingModel | null;
  effective_from: Date | null;
}

@Injectable()
export class CommercialChangesRepository {
  async propose(
    tx: Tx,
    id: string,
    change: CommercialChange,
    p: { validFrom: Date; reason: string; userId: string; userName: string },
  ): Promise<void> {
    const of = change as Partial<
      Record<'tier' | 'audience' | 'driveId' | 'ventureId' | 'currency' | 'model' | 'plan', string>
    >;
    const amount = 'amountMinor' in change ? change.amountMinor : null;
    await tx.query(
      `insert into listings.commercial_changes (id, kind, tier, audience, drive_id, venture_id, currency, amount_minor, model, plan, valid_from,
         reason, proposed_by, proposed_by_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        change.kind,
        of.tier ?? null,
        of.audience ?? null,
        of.driveId ?? null,
        of.ventureId ?? null,
        of.currency ?? null,
        amount?.toString() ?? null,
        of.model ?? null,
        of.plan ?? null,
        p.validFrom,
        p.reason,
        p.userId,
        p.userName,
      ],
    );
  }

  async lock(tx: Tx, id: string): Promise<ChangeRow | undefined> {
    const [row] = await tx.query<ChangeRow>(
      'select id, kind, state, drive_id, model, effective_from from listings.commercial_changes where id = $1 for update',
      [id],
    );
    return row;
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
