import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { AuthorShareView } from './revenue-share-overrides.view.js';

/** Shares as they apply to installs: the default, and those of single authors and Drives. */
@Injectable()
export class RevenueShares {
  constructor(private readonly database: Database) {}

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
