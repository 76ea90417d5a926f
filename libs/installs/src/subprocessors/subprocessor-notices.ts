import { Injectable } from '@nestjs/common';
import { decodeCursor, invariant, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { HostSubprocessorNoticeView, SubprocessorNoticeView } from './subprocessor-notices.view.js';

type Row = RowOf<SubprocessorNoticeView, 'noticed_at' | 'object_until' | 'objected_at'> & { tenant_id: string };
type ObjectionRow = Row & { tenant: string; tenant_name: string; drive: string };

const SELECT = `select n.id, n.tenant_id, n.noticed_at, n.object_until, n.objected_at is null and n.object_until > platform.portal_now() as may_object,
    n.objected_at, n.objection, c.added, c.removed`;
const FROM = `from installs.subprocessor_notices n join listings.subprocessor_changes c on c.id = n.change_id`;

/** Changes of subprocessors that tenants were notified of, and their objections. */
@Injectable()
export class SubprocessorNotices {
  constructor(private readonly database: Database) {}

  /** Notices to the tenant of an install about its Drive, newest first, at most 50. */
  async ofInstall(installId: string): Promise<SubprocessorNoticeView[]> {
    const rows = await this.database.query<Row>(
      `${SELECT} ${FROM} join installs.installs i on i.tenant_id = n.tenant_id and i.drive_id = n.drive_id
       where i.id = $1 order by n.noticed_at desc, n.id desc limit 50`,
      [installId],
    );
    return rows.map(view);
  }

  /** Of a notice that exists. */
  async one(id: string): Promise<SubprocessorNoticeView> {
    const [row] = await this.database.query<Row>(`${SELECT} ${FROM} where n.id = $1`, [id]);
    invariant(row, 'notices are never removed');
    return view(row);
  }

  /** Objections of tenants to changes of a Drive, newest first; tenants by id only. */
  async objectionsTo(
    driveId: string,
    limit: number,
    cursor?: string,
  ): Promise<Page<SubprocessorNoticeView & { tenant_id: string }>> {
    const rows = await this.objections(driveId, limit, cursor);
    return toPage(rows, limit, key, ({ tenant: _id, tenant_name: _name, drive: _drive, ...row }) => isoDates(row));
  }

  /** All objections, newest first, for the host and admins. */
  async all(limit: number, cursor?: string): Promise<Page<HostSubprocessorNoticeView>> {
    const rows = await this.objections(null, limit, cursor);
    return toPage(rows, limit, key, view);
  }

  private objections(driveId: string | null, limit: number, cursor?: string): Promise<ObjectionRow[]> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    // An author does not read tenants: their names are left out where the database hides them.
    return this.database.query<ObjectionRow>(
      `${SELECT}, coalesce(t.external_id, '') as tenant, coalesce(t.name, '') as tenant_name, d.slug as drive
       ${FROM} left join installs.tenants t on t.id = n.tenant_id join authors.drive_reservations d on d.id = n.drive_id
       where n.objected_at is not null and ($1::uuid is null or n.drive_id = $1) and ($2::uuid is null or n.id < $2)
       order by n.id desc limit $3`,
      [driveId, before, limit + 1],
    );
  }
}

const key = (row: Row): [string] => [row.id];

const view = <R extends Row>({ tenant_id: _tenantId, ...row }: R) => isoDates(row);
