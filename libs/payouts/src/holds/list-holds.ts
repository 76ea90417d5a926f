import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import type { HoldView } from '../runs/http/payouts.view.js';

type Row = RowOf<HoldView, 'starts_at' | 'ends_at'>;

const HOLD = `select h.id, h.org_id, coalesce((select o.name from authors.organizations o where o.id = h.org_id), h.org_id::text) as author, h.kind,
    h.basis_points, h.window_months, h.reason, h.automatic, h.starts_at, h.ends_at, (h.ends_at is null or h.ends_at > (select platform.portal_now())) as active,
    h.made_by_name, h.ended_by_name, h.end_reason,
    coalesce((select jsonb_agg(jsonb_build_object('currency', k.currency, 'amount_minor', k.amount, 'next_release_at', k.next_release_at) order by k.currency) from (
      select a.currency, sum(a.amount)::text as amount, min(a.release_at) as next_release_at
      from payouts.held_amounts a where a.hold_id = h.id and a.released_at is null group by a.currency) k), '[]') as kept
  from payouts.payout_holds h`;

/** Lists holds for finance, newest first. */
@Injectable()
export class ListHolds {
  constructor(private readonly database: Database) {}

  async list(query: { org_id?: string; active?: boolean; limit: number; cursor?: string }): Promise<Page<HoldView>> {
    const { limit, cursor } = query;
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<Row>(
      `${HOLD} where ($1::uuid is null or h.id < $1) and ($2::uuid is null or h.org_id = $2)
         and ($3::boolean is null or $3 = (h.ends_at is null or h.ends_at > (select platform.portal_now())
           or exists (select 1 from payouts.held_amounts a where a.hold_id = h.id and a.released_at is null)))
       order by h.id desc limit $4`,
      [before, query.org_id ?? null, query.active ?? null, limit + 1],
    );
    return toPage(rows, limit, ['id'], view);
  }

  /** @throws AppError `payout_hold_not_found` (404) */
  async get(id: string): Promise<HoldView> {
    const [row] = await this.database.query<Row>(`${HOLD} where h.id = $1`, [id]);
    if (!row) throw new AppError(payoutErrors.payout_hold_not_found);
    return view(row);
  }
}

function view(row: Row): HoldView {
  const kept = row.kept.map(({ next_release_at: at, ...one }) => ({
    ...one,
    next_release_at: at === null ? null : new Date(at).toISOString(),
  }));
  return { ...isoDates(row), kept };
}
