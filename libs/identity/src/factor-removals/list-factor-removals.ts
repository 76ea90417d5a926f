import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { RemovalCancelledBy, RemovalState } from './domain/factor-removal.js';
import type { FactorRemovalView } from './factor-removals.view.js';

interface Row {
  id: string;
  user_id: string;
  user_name: string;
  user_email: string;
  reason: string;
  state: RemovalState;
  requested_by_id: string;
  requested_by: string;
  requested_at: Date;
  expires_at: Date;
  approved_by: string | null;
  approved_at: Date | null;
  due_at: Date | null;
  ended_at: Date | null;
  cancelled_by: RemovalCancelledBy | null;
}

/** As in `removalState`: a request that was not approved in time has expired. */
const STATE = `case when r.state = 'requested' and r.expires_at <= platform.portal_now() then 'expired' else r.state end`;

/** Requested removals of second factors, newest first. */
@Injectable()
export class ListFactorRemovals {
  constructor(private readonly database: Database) {}

  async execute(query: { cursor?: string; limit: number; state?: RemovalState }): Promise<Page<FactorRemovalView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select r.id, r.user_id, u.name as user_name, u.email as user_email, r.reason, ${STATE} as state,
         r.requested_by as requested_by_id, b.name as requested_by, r.requested_at, r.expires_at,
         a.name as approved_by, r.approved_at, r.due_at, r.ended_at, r.cancelled_by
       from identity.factor_removals r join identity.users u on u.id = r.user_id join identity.users b on b.id = r.requested_by
         left join identity.users a on a.id = r.approved_by
       where ($1::uuid is null or r.id < $1) and ($3::text is null or ${STATE} = $3)
       order by r.id desc limit $2`,
      [after, query.limit + 1, query.state ?? null],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      (row) => ({
        id: row.id,
        user: { id: row.user_id, email: row.user_email, name: row.user_name },
        reason: row.reason,
        state: row.state,
        requested_by_id: row.requested_by_id,
        requested_by: row.requested_by,
        requested_at: row.requested_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        approved_by: row.approved_by,
        approved_at: row.approved_at?.toISOString() ?? null,
        due_at: row.due_at?.toISOString() ?? null,
        ended_at: row.ended_at?.toISOString() ?? null,
        cancelled_by: row.cancelled_by,
      }),
    );
  }
}
