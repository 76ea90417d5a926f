import { Injectable } from '@nestjs/common';
import { decodeCursor, Ids, invariant, toPage, type Page } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, isoDates, Transactor, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { SubprocessorNoticeOpened, SubprocessorsObjected } from '../events.js';
import { objectUntil } from './domain/objection.js';
import { SubprocessorNoticeEntity } from './subprocessor-notice.entity.js';
import type { HostSubprocessorNoticeView, SubprocessorNoticeView } from './subprocessor-notices.view.js';

type Row = RowOf<SubprocessorNoticeView, 'noticed_at' | 'object_until' | 'objected_at'> & { tenant_id: string };
type ObjectionRow = Row & { tenant: string; tenant_name: string; drive: string };

const SELECT = `select n.id, n.tenant_id, n.noticed_at, n.object_until, n.objected_at is null and n.object_until > (select platform.portal_now()) as may_object,
    n.objected_at, n.objection, c.added, c.removed`;
const FROM = `from installs.subprocessor_notices n join listings.subprocessor_changes c on c.id = n.change_id`;

/** Changes of subprocessors that tenants were notified of, and their objections. */
@Injectable()
export class SubprocessorNoticesService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly ids: Ids,
  ) {}

  /** Every tenant that runs the Drive gets one notice of a change, and 30 days to object; harmless when repeated. */
  async open(driveId: string, changeId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const tenants = await tx.query<{ tenantId: string; orgId: string | null }>(
        `select tenant_id as "tenantId", (array_agg(org_id))[1] as "orgId" from installs.installs where drive_id = $1 and state = 'active' group by 1 order by 1`,
        [driveId],
      );
      const notices = JSON.stringify(tenants.map((one) => ({ id: this.ids.next(), ...one })));
      const opened = await tx.query<{ notice_id: string }>(
        `insert into installs.subprocessor_notices (id, change_id, drive_id, org_id, tenant_id, noticed_at, object_until)
         select x.id, $2, $3, x."orgId", x."tenantId", $4, $5 from jsonb_to_recordset($1::jsonb) as x(id uuid, "orgId" uuid, "tenantId" uuid)
         on conflict (change_id, tenant_id) do nothing returning id as notice_id`,
        [notices, changeId, driveId, tx.now, objectUntil(tx.now)],
      );
      await tx.emitMany(SubprocessorNoticeOpened, opened);
    });
  }

  /**
   * An operator objects, with a reason that the author and admins read. Nothing is stopped: who does not agree
   * uninstalls, which ends the bill at once.
   * @throws AppError `notice_not_found` (404), `objected_already`, `objection_late` (409)
   */
  async object(id: string, reason: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const notice = await tx.manager.findOne(SubprocessorNoticeEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!notice || !scopeIds(actor, 'operator').includes(notice.tenantId)) throw installsErrors.notice_not_found();
      if (notice.objectedAt) throw installsErrors.objected_already();
      if (notice.objectUntil <= tx.now) throw installsErrors.objection_late();
      const objected = { objectedAt: tx.now, objectedBy: actor.userId, objectedByName: actor.name, objection: reason };
      await tx.manager.update(SubprocessorNoticeEntity, { id }, objected);
      await tx.audit(actor, 'subprocessors.objected', ['tenant', notice.tenantId], {
        after: { drive_id: notice.driveId, notice: id },
        reason,
      });
      await tx.emit(SubprocessorsObjected, { notice_id: id });
    });
  }

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
