import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { RemovalState } from './domain/factor-removal.js';
import type { FactorRemovalView } from './factor-removals.view.js';

type Dates = 'requested_at' | 'expires_at' | 'approved_at' | 'due_at' | 'ended_at';
type Row = RowOf<FactorRemovalView, Dates>;

/** As in `removalState`: a request that was not approved in time has expired. */
const STATE = `case when r.state = 'requested' and r.expires_at <= platform.portal_now() then 'expired' else r.state end`;

/** Requested removals of second factors, newest first. */
@Injectable()
export class ListFactorRemovals {
  constructor(private readonly database: Database) {}

  async execute(query: { cursor?: string; limit: number; state?: RemovalState }): Promise<Page<FactorRemovalView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select r.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as user, r.reason, ${STATE} as state,
         r.requested_by as requested_by_id, b.name as requested_by, r.requested_at, r.expires_at,
         a.name as approved_by, r.approved_at, r.due_at, r.ended_at, r.cancelled_by
       from identity.factor_removals r join identity.users u on u.id = r.user_id join identity.users b on b.id = r.requested_by
         left join identity.users a on a.id = r.approved_by
       where ($1::uuid is null or r.id < $1) and ($3::text is null or ${STATE} = $3)
       order by r.id desc limit $2`,
      [after, query.limit + 1, query.state ?? null],
    );
    return toPage(rows, query.limit, (row) => [row.id], isoDates);
  }
}
