import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { HoldView } from '../runs/http/payouts.view.js';

interface Row {
  id: string;
  org_id: string;
  author: string | null;
  kind: string;
  basis_points: number;
  window_months: number | null;
  reason: string;
  automatic: boolean;
  starts_at: Date;
  ends_at: Date | null;
  active: boolean;
  made_by_name: string;
  ended_by_name: string | null;
  end_reason: string | null;
  kept: { currency: string; amount: string; next_release_at: string | null }[];
}

const HOLD = `select h.*, (h.ends_at is null or h.ends_at > platform.portal_now()) as active,
  (select o.name from authors.organizations o where o.id = h.org_id) as author,
  coalesce((select jsonb_agg(jsonb_build_object('currency', k.currency, 'amount', k.amount, 'next_release_at', k.next_release_at) order by k.currency) from (
    select a.currency, sum(a.amount)::text as amount, min(a.release_at) as next_release_at
    from payouts.held_amounts a where a.hold_id = h.id and a.released_at is null group by a.currency) k), '[]') as kept
  from payouts.payout_holds h`;

/** Lists holds for finance, newest first. */
@Injectable()
export class ListHolds {
  constructor(private readonly database: Database) {}

  async list(filter: { orgId?: string; active?: boolean }, limit: number, cursor?: string): Promise<Page<HoldView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<Row>(
      `${HOLD} where ($1::uuid is null or h.id < $1) and ($2::uuid is null or h.org_id = $2)
         and ($3::boolean is null or $3 = (h.ends_at is null or h.ends_at > platform.portal_now()
           or exists (select 1 from payouts.held_amounts a where a.hold_id = h.id and a.released_at is null)))
       order by h.id desc limit $4`,
      [before, filter.orgId ?? null, filter.active ?? null, limit + 1],
    );
    return toPage(rows, limit, (row) => [row.id], view);
  }

  async get(id: string): Promise<HoldView | undefined> {
    const [row] = await this.database.query<Row>(`${HOLD} where h.id = $1`, [id]);
    return row && view(row);
  }
}

function view(row: Row): HoldView {
  return {
    id: row.id,
    org_id: row.org_id,
    author: row.author ?? row.org_id,
    kind: row.kind,
    basis_points: row.basis_points,
    window_months: row.window_months,
    reason: row.reason,
    automatic: row.automatic,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    active: row.active,
    made_by_name: row.made_by_name,
    ended_by_name: row.ended_by_name,
    end_reason: row.end_reason,
    kept: row.kept.map((one) => ({
      currency: one.currency,
      amount_minor: one.amount,
      next_release_at: one.next_release_at === null ? null : new Date(one.next_release_at).toISOString(),
    })),
  };
}
