import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import type { RecoveryView } from '../runs/http/payouts.view.js';

type Row = RowOf<RecoveryView, 'proposed_at' | 'decided_at'>;

const RECOVERY = `select r.id, r.org_id, coalesce(o.name, r.org_id::text) as author_name, r.currency, r.amount::text as amount_minor, r.how, r.reason,
    r.evidence, r.state, r.proposed_by_name as proposed_by, r.proposed_by as proposed_by_id, r.proposed_at, r.decided_by_name as decided_by, r.decided_at
  from payouts.recoveries r left join authors.organizations o on o.id = r.org_id`;

/** Settlements of negative balances: pending ones first, then the newest. */
@Injectable()
export class Recoveries {
  constructor(private readonly database: Database) {}

  async list(of: { org_id?: string; currency?: string; limit: number; cursor?: string }): Promise<Page<RecoveryView>> {
    const after = of.cursor === undefined ? [null, null, null] : decodeCursor(of.cursor, 3);
    const rows = await this.database.query<Row & { place: string; waits: number }>(
      `select * from (select x.*, (x.state = 'proposed')::int as waits, (extract(epoch from x.proposed_at) * 1000000)::bigint::text as place from (${RECOVERY}) x) q
       where ($1::uuid is null or q.org_id = $1) and ($2::text is null or q.currency = $2)
         and ($3::int is null or (q.waits, q.place::bigint, q.id) < ($3::int, $4::bigint, $5::uuid))
       order by q.waits desc, q.place::bigint desc, q.id desc limit $6`,
      [of.org_id ?? null, of.currency ?? null, ...after, of.limit + 1],
    );
    return toPage(
      rows,
      of.limit,
      (row) => [String(row.waits), row.place, row.id],
      ({ waits: _, place: __, ...row }) => isoDates(row),
    );
  }

  /** @throws AppError `recovery_not_found` (404) */
  async get(id: string): Promise<RecoveryView> {
    const [row] = await this.database.query<Row>(`${RECOVERY} where r.id = $1`, [id]);
    if (!row) throw new AppError(payoutErrors.recovery_not_found);
    return isoDates(row);
  }
}
