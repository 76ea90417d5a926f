import { Injectable } from '@nestjs/common';
import { heldBy } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { ConcernView } from '../concerns.view.js';

/** Concerns as reviewers read them. */
@Injectable()
export class ConcernReads {
  constructor(private readonly database: Database) {}

  /** Open ones first, the longest waiting first, then those closed in 28 days; none of the reviewer's own organisations. */
  async list(actor: Actor): Promise<ConcernView[]> {
    const rows = await this.database.query<RowOf<ConcernView, 'reported_at' | 'ended_at'>>(
      `select c.id, c.drive_id, l.name as drive_name, o.name as author, c.kind, c.text, c.email is not null as answered, c.reported_at,
         ${heldBy('c.id', '$1')} as hold, c.ended_by_name as ended_by, c.outcome, c.reason, c.ended_at
       from listings.concerns c join listings.listings l on l.drive_id = c.drive_id join authors.organizations o on o.id = c.org_id
       where (c.ended_at is null or c.ended_at > (select platform.portal_now()) - interval '28 days') and authors.is_stranger(c.org_id, $1)
       order by c.ended_at desc nulls first, c.reported_at, c.id limit 100`,
      [actor.userId],
    );
    return rows.map(({ hold, ...row }) => ({ ...isoDates(row), hold }));
  }
}
