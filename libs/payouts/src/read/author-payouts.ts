import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage } from '@portal/kernel';
import { Database } from '@portal/platform';
import { timelineOf, type PayoutFacts } from '../domain/payout-timeline.js';
import { UNPAID_TEXT, type UnpaidReason } from '../domain/unpaid.js';
import type { AuthorPayoutsView, AuthorPayoutView } from '../http/author-payouts.view.js';
import { CONVERTED } from './run-queries.js';

interface Row {
  id: string;
  run_id: string;
  month: string;
  currency: string;
  amount: string;
  state: string;
  failure_code: UnpaidReason | null;
  prepared_at: Date;
  approved_at: Date | null;
  sent_at: Date | null;
  settled_at: Date | null;
  transfer_id: string | null;
  bank_state: NonNullable<PayoutFacts['bank']>['state'] | null;
  arrives_at: Date | null;
  checked_at: Date | null;
  bank_failure: string | null;
  converted: AuthorPayoutView['converted'];
}

/** An author's payouts with how far each has come, and what was paid in all. */
@Injectable()
export class AuthorPayouts {
  constructor(private readonly database: Database) {}

  /** Newest run first; one of 0 is none. `id`: this one alone. @throws AppError `invalid_request` for a cursor that is none of ours */
  async list(
    orgId: string,
    { id, limit, cursor }: { id?: string; limit: number; cursor?: string },
  ): Promise<AuthorPayoutsView> {
    const [runId, currency] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2);
    const rows = await this.database.query<Row>(
      `select p.id, p.run_id, r.month, p.currency, p.amount, p.state, p.failure_code, r.prepared_at, r.approved_at, a.sent_at,
         p.settled_at, a.transfer_id, b.state as bank_state, b.arrives_at, b.checked_at, b.failure as bank_failure, ${CONVERTED}
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       left join lateral (select min(t.first_sent_at) as sent_at, max(t.transfer_id) filter (where t.state = 'accepted') as transfer_id
         from payouts.payout_attempts t where t.payout_id = p.id) a on true
       left join payouts.bank_legs b on b.payout_id = p.id
       left join payouts.conversions conv on conv.payout_id = p.id
       where p.org_id = $1 and ($5::uuid is null or p.id = $5) and p.amount > 0 and p.state <> 'cancelled'
         and ($2::uuid is null or p.run_id < $2 or (p.run_id = $2 and p.currency > $3))
       order by p.run_id desc, p.currency limit $4`,
      [orgId, runId, currency, limit + 1, id ?? null],
    );
    const page = toPage(rows, limit, (row) => [row.run_id, row.currency], payoutView);
    return { ...page, paid_in_all: await this.paidInAll(orgId) };
  }

  private async paidInAll(orgId: string): Promise<AuthorPayoutsView['paid_in_all']> {
    return this.database.query(
      `select currency, sum(amount)::text as amount_minor, count(*)::int as payouts from payouts.payouts
       where org_id = $1 and state = 'settled' and amount > 0 group by currency order by currency`,
      [orgId],
    );
  }
}

function payoutView(row: Row): AuthorPayoutView {
  const timeline = timelineOf({
    state: row.state,
    frozenAt: row.prepared_at,
    approvedAt: row.approved_at,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
    backBecause: row.failure_code === null ? null : UNPAID_TEXT[row.failure_code],
    bank:
      row.bank_state === null
        ? null
        : {
            state: row.bank_state,
            arrivesAt: row.arrives_at,
            checkedAt: row.checked_at!,
            failure: row.bank_failure,
          },
  });
  return {
    id: row.id,
    month: row.month,
    currency: row.currency,
    amount_minor: row.amount,
    transfer_id: row.transfer_id,
    converted: row.converted,
    timeline: timeline.map(({ code, label, at, done, note }) => ({
      ...{ code, label, done, note },
      at: at?.toISOString() ?? null,
    })),
  };
}
