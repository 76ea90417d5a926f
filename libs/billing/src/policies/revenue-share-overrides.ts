import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import type { AuthorShareView, RevenueShareOverrideView } from './revenue-share-overrides.view.js';

interface Row {
  id: string;
  org_id: string | null;
  drive_id: string | null;
  name: string;
  basis_points: number | null;
  month: string;
  state: string;
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: Date;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

const OVERRIDE = `select s.id, s.org_id, s.drive_id, coalesce(d.name, o.name, 'Unnamed') as name, s.basis_points, to_char(s.month, 'YYYY-MM') as month, s.state,
    s.reason, s.proposed_by, s.proposed_by_name, s.proposed_at, s.decided_by_name, s.decided_at, s.decision_note
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
      ({ waits: _, place: __, ...row }) => view(row),
    );
  }

  /** @throws AppError `share_proposal_not_found` (404) */
  async get(id: string): Promise<RevenueShareOverrideView> {
    const [row] = await this.database.query<Row>(`${OVERRIDE} where s.id = $1`, [id]);
    if (!row) throw new AppError(billingErrors.share_proposal_not_found);
    return view(row);
  }

  /** Past, current and scheduled shares of an author: the default, its own, and those of its Drives; newest first. */
  async ofAuthors(orgIds: readonly string[]): Promise<Page<AuthorShareView>> {
    const rows = await this.database.query<{
      scope: AuthorShareView['scope'];
      name: string | null;
      basis_points: number;
      valid_from: Date | null;
      valid_to: Date | null;
    }>(
      `select case when r.drive_id is not null then 'drive' when r.org_id is not null then 'author' else 'everybody' end as scope,
         coalesce(d.name, o.name) as name, r.author_bps as basis_points,
         nullif(r.valid_from, '-infinity') as valid_from, r.valid_to
       from billing.split_rules r left join authors.drive_reservations d on d.id = r.drive_id left join authors.organizations o on o.id = r.org_id
       where (r.org_id is null and r.drive_id is null) or r.org_id = any($1::uuid[]) or d.org_id = any($1::uuid[])
       order by (r.drive_id is not null) desc, (r.org_id is not null) desc, r.valid_from desc, r.id desc limit 200`,
      [orgIds],
    );
    return {
      items: rows.map((row) => ({
        ...row,
        valid_from: row.valid_from?.toISOString() ?? null,
        valid_to: row.valid_to?.toISOString() ?? null,
      })),
      next_cursor: null,
    };
  }
}

function view(row: Row): RevenueShareOverrideView {
  const { proposed_by_name, decided_by_name, ...rest } = row;
  return {
    ...rest,
    proposed_by: proposed_by_name,
    proposed_by_id: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    decided_by: decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
