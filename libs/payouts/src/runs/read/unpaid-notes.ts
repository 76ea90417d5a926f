import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { describeUnpaid, partOf, type StoredPart } from '../domain/unpaid.js';
import type { UnpaidNoteView } from '../http/payouts.view.js';

type Row = Omit<RowOf<UnpaidNoteView, 'pay_day'>, 'reasons'> & { reasons: (StoredPart & { paid_at: string | null })[] };

/** A failed attempt that was tried again with success. */
const PAID = `case when n.nth > 0 and p.state = 'settled' then p.settled_at end`;

/** Why authors were not paid, by pay day. */
@Injectable()
export class UnpaidNotes {
  constructor(private readonly database: Database) {}

  /** Newest pay day first; of one run, or of the runs of one author that were executed. */
  async list(
    of: { runId: string } | { orgId: string },
    page: { limit: number; cursor?: string },
  ): Promise<Page<UnpaidNoteView>> {
    const [month, org, currency] = page.cursor === undefined ? [null, null, null] : decodeCursor(page.cursor, 3);
    const rows = await this.database.query<Row>(
      `select r.id as run_id, r.month, coalesce(r.executed_at, r.prepared_at) as pay_day, n.org_id, coalesce(o.name, n.org_id::text) as author,
         n.currency, coalesce(max(p.amount) filter (where p.state = 'settled'), 0)::text as paid_minor, jsonb_agg(x.reason || jsonb_build_object('paid_at', ${PAID}) order by n.nth desc, x.at) as reasons
       from payouts.unpaid_notes n join payouts.payout_runs r on r.id = n.run_id and r.computation = n.computation and r.state <> 'cancelled'
       cross join lateral jsonb_array_elements(n.reasons) with ordinality x(reason, at)
       left join payouts.payouts p on p.run_id = n.run_id and p.org_id = n.org_id and p.currency = n.currency
       left join authors.organizations o on o.id = n.org_id
       where ($1::uuid is null or n.run_id = $1) and ($2::uuid is null or n.org_id = $2 and r.executed_at is not null)
         and ($3::text is null or r.month < $3 or r.month = $3 and (n.org_id, n.currency) > ($4::uuid, $5::text))
       group by r.id, n.org_id, o.name, n.currency order by r.month desc, n.org_id, n.currency limit $6`,
      ['runId' in of ? of.runId : null, 'orgId' in of ? of.orgId : null, month, org, currency, page.limit + 1],
    );
    return toPage(rows, page.limit, ['month', 'org_id', 'currency'], ({ reasons, ...row }) => ({
      ...isoDates(row),
      reasons: reasons.map((one) => ({
        ...describeUnpaid(partOf(one)),
        paid_at: one.paid_at && new Date(one.paid_at).toISOString(),
      })),
    }));
  }
}
