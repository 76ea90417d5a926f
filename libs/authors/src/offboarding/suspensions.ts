import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { SuspensionCode } from './domain/suspension.js';
import type { SuspensionView } from './suspensions.view.js';

interface Row {
  id: string;
  org_id: string;
  org_name: string;
  code: SuspensionCode;
  reason: string;
  suspended_by: string;
  suspended_at: Date;
  resumed_by: string | null;
  resume_reason: string | null;
  resumed_at: Date | null;
}

/** Suspensions of developer accounts, for staff. */
@Injectable()
export class Suspensions {
  constructor(private readonly database: Database) {}

  /** Newest first; `open`: only those in force. */
  async list(query: { limit: number; cursor?: string; open: boolean }): Promise<Page<SuspensionView>> {
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `select s.id, s.org_id, o.name as org_name, s.code, s.reason, s.suspended_by_name as suspended_by, s.suspended_at,
         s.resumed_by_name as resumed_by, s.resume_reason, s.resumed_at
       from authors.suspensions s join authors.organizations o on o.id = s.org_id
       where (not $1 or s.resumed_at is null)
         and ($2::text is null or (date_trunc('milliseconds', s.suspended_at), s.id) < ($2::timestamptz, $3::uuid))
       order by date_trunc('milliseconds', s.suspended_at) desc, s.id desc limit $4`,
      [query.open, at, id, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.suspended_at.toISOString(), row.id], view);
  }
}

function view({ suspended_at, resumed_at, ...row }: Row): SuspensionView {
  return {
    ...row,
    state: resumed_at === null ? 'suspended' : 'resumed',
    suspended_at: suspended_at.toISOString(),
    resumed_at: resumed_at?.toISOString() ?? null,
  };
}
