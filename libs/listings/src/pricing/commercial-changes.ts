import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { CommercialChangeView } from './commercial.view.js';

type Row = RowOf<CommercialChangeView, 'valid_from' | 'effective_from' | 'proposed_at' | 'decided_at'>;

const CHANGE = `select c.id, c.kind, c.state, c.tier, c.audience, c.drive_id, d.name as drive_name, c.venture_id, c.currency, c.amount_minor, c.model, c.plan,
    c.valid_from, c.effective_from, c.reason, c.proposed_by_name as proposed_by, c.proposed_by as proposed_by_id, c.proposed_at, c.decided_by_name as decided_by, c.decided_at, c.decision_note
  from listings.commercial_changes c left join authors.drive_reservations d on d.id = c.drive_id`;

/** Proposed and decided changes of prices and of who bills: open ones first, then the newest. */
@Injectable()
export class CommercialChanges {
  constructor(private readonly database: Database) {}

  async list(query: {
    state?: string;
    kind?: string;
    q?: string;
    limit: number;
    cursor?: string;
  }): Promise<Page<CommercialChangeView>> {
    const after = query.cursor === undefined ? [null, null, null] : decodeCursor(query.cursor, 3);
    const rows = await this.database.query<Row & { place: string; waits: number }>(
      `select * from (select x.*, (x.state = 'proposed')::int as waits,
         (extract(epoch from coalesce(x.decided_at, x.proposed_at)) * 1000000)::bigint::text as place from (${CHANGE}
           left join authors.organizations o on o.id = d.org_id
           where ($1::text is null or c.state = $1) and ($2::text is null or c.kind = $2)
             and ($3::text is null or strpos(lower(d.name || ' ' || o.name), lower($3)) > 0)) x) q
       where $4::int is null or (q.waits, q.place::bigint, q.id) < ($4::int, $5::bigint, $6::uuid)
       order by q.waits desc, q.place::bigint desc, q.id desc limit $7`,
      [query.state ?? null, query.kind ?? null, query.q ?? null, ...after, query.limit + 1],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [String(row.waits), row.place, row.id],
      ({ waits: _, place: __, ...row }) => isoDates(row),
    );
  }

  /** @throws AppError `commercial_proposal_not_found` (404) */
  async get(id: string): Promise<CommercialChangeView> {
    const [row] = await this.database.query<Row>(`${CHANGE} where c.id = $1`, [id]);
    if (!row) throw new AppError(listingsErrors.commercial_proposal_not_found);
    return isoDates(row);
  }
}
