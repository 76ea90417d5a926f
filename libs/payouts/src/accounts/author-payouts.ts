import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { AuthorPayoutsView, AuthorPayoutView } from './author-payouts.view.js';
import {
  LIFE,
  PAYOUT_OF_RUN,
  reversalView,
  wayOf,
  type PayoutLife,
  type PayoutSelected,
} from '../runs/read/run-queries.js';

/** An author's payouts with their progress, and the total paid. */
@Injectable()
export class AuthorPayouts {
  constructor(private readonly database: Database) {}

  /**
   * Newest run first, without payouts of 0. `id`: only this one.
   * @throws AppError `invalid_request` for an invalid cursor
   */
  async list(
    orgId: string,
    { id, limit, cursor }: { id?: string; limit: number; cursor?: string },
  ): Promise<AuthorPayoutsView> {
    const [runId, currency] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2);
    const rows = await this.database.query<PayoutSelected & PayoutLife>(
      `${PAYOUT_OF_RUN(LIFE)}
       where p.org_id = $1 and ($5::uuid is null or p.id = $5) and p.amount > 0 and p.state <> 'cancelled'
         and ($2::uuid is null or p.run_id < $2 or (p.run_id = $2 and p.currency > $3))
       order by p.run_id desc, p.currency limit $4`,
      [orgId, runId, currency, limit + 1, id ?? null],
    );
    const page = toPage(rows, limit, ['run_id', 'currency'], authorPayoutView);
    return { ...page, paid_in_all: await this.paidInAll(orgId) };
  }

  private async paidInAll(orgId: string): Promise<AuthorPayoutsView['paid_in_all']> {
    return this.database.query(
      `select p.currency, sum(p.amount - coalesce((select sum(v.amount) from payouts.payout_attempts a
           cross join lateral reconciliation.reversals_of(a.transfer_id) v where a.payout_id = p.id and a.state = 'accepted'), 0))::text as amount_minor,
         count(*)::int as payouts from payouts.payouts p
       where p.org_id = $1 and p.state = 'settled' and p.amount > 0 group by p.currency order by p.currency`,
      [orgId],
    );
  }
}

function authorPayoutView(row: PayoutSelected & PayoutLife): AuthorPayoutView {
  return {
    id: row.id,
    month: row.month,
    currency: row.currency,
    amount_minor: row.amount_minor,
    transfer_id: row.transfer_id,
    bank_payout_id: row.bank_payout_id,
    converted: row.converted,
    reversals: row.reversals.map(reversalView),
    timeline: wayOf(row, 'author'),
  };
}
