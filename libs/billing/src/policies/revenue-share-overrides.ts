import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import type { AuthorShareView, RevenueShareOverrideView } from './revenue-share-overrides.view.js';

type Row = RowOf<RevenueShareOverrideView, 'proposed_at' | 'decided_at'>;

const OVERRIDE = `select s.id, s.org_id, s.drive_id, coalesce(d.name, o.name, 'Unnamed') as name, s.basis_points, to_char(s.month, 'YYYY-MM') as month, s.state,
    s.reason, s.proposed_by_name as proposed_by, s.proposed_by as proposed_by_id, s.proposed_at, s.decided_by_name as decided_by, s.decided_at, s.decision_note
  from billing.share_overrides s left join authors.organizations o on o.id = s.org_id left join authors.drive_reservations d on d.id = s.drive_id`;

/** Revenue-share overrides: those waiting for a second person first, then the newest. */
@Injectable()
export class RevenueShareOverrides {
  constructor(private readonly database: Database) {}

  async list(of: { org_id?: string; limit: number; cursor?: string }): Promise<Page<RevenueShareOverrideView>> {
    const after = of.cursor === undefined ? [null, null, null] : decodeCursor(of.cursor, 3);
    const rows = await this.database.query<Row & { place: string; waits: number }>(
      `select * from (select x.*, (x.state = 'proposed')::int as waits,
         (extract(epoch from coalesce(x.decided_at, x.proposed_at)) * 1000000)::bigint::text as place from (${OVERRIDE}
           where $1::uuid is null or s.org_id = $1 or d.org_id = $1) x) q
       where $2::int is null or (q.waits, q.place::bigint, q.id) < ($2::int, $3::bigint, $4::uuid)
       order by q.waits desc, q.place::bigint desc, q.id desc limit $5`,
      [of.org_id ?? null, ...after, of.limit + 1],
    );
    return toPage(
      rows,
      of.limit,
      (row) => [String(row.waits), row.place, row.id],
      ({ waits: _, place: __, ...row }) => isoDates(row),
    );
  }

  /** @throws AppError `share_proposal_not_found` (404) */
  async get(id: string): Promise<RevenueShareOverrideView> {
    const [row] = await this.database.query<Row>(`${OVERRIDE} where s.id = $1`, [id]);
    if (!row) throw new AppError(billingErrors.share_proposal_not_found);
    return isoDates(row);
  }

  /** Past, current and scheduled shares of an author: the default, its own, and those of its Drives; newest first. */
  async ofAuthors(orgIds: readonly string[]): Promise<Page<AuthorShareView>> {
    const rows = await this.database.query<RowOf<AuthorShareView, 'valid_from' | 'valid_to'>>(
      `select case when r.drive_id is not null then 'drive' when r.org_id is not null then 'author' else 'everybody' end as scope,
         coalesce(d.name, o.name) as name, r.author_bps as basis_points,
         nullif(r.valid_from, '-infinity') as valid_from, r.valid_to
       from billing.split_rules r left join authors.drive_reservations d on d.id = r.drive_id left join authors.organizations o on o.id = r.org_id
       where (r.org_id is null and r.drive_id is null) or r.org_id = any($1::uuid[]) or d.org_id = any($1::uuid[])
       order by (r.drive_id is not null) desc, (r.org_id is not null) desc, r.valid_from desc, r.id desc limit 200`,
      [orgIds],
    );
    return { items: rows.map(isoDates), next_cursor: null };
  }
}
