import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { objectUntil } from './domain/objection.js';
import { SubprocessorNoticeEntity } from './subprocessor-notice.entity.js';

type LockedNotice = Pick<SubprocessorNoticeEntity, 'id' | 'tenantId' | 'driveId' | 'objectUntil' | 'objectedAt'>;

@Injectable()
export class SubprocessorNoticesRepository {
  constructor(private readonly ids: Ids) {}

  /** Opens a notice for every tenant that runs the Drive and has none of that change; returns the new ones. */
  async open(tx: Tx, driveId: string, changeId: string): Promise<string[]> {
    const tenants = await tx.query<{ tenantId: string; orgId: string | null }>(
      `select tenant_id as "tenantId", (array_agg(org_id))[1] as "orgId" from installs.installs where drive_id = $1 and state = 'active' group by 1 order by 1`,
      [driveId],
    );
    const rows = await tx.query<{ id: string }>(
      `insert into installs.subprocessor_notices (id, change_id, drive_id, org_id, tenant_id, noticed_at, object_until)
       select x.id, $2, $3, x."orgId", x."tenantId", $4, $5 from jsonb_to_recordset($1::jsonb) as x(id uuid, "orgId" uuid, "tenantId" uuid)
       on conflict (change_id, tenant_id) do nothing returning id`,
      [
        JSON.stringify(tenants.map((one) => ({ id: this.ids.next(), ...one }))),
        changeId,
        driveId,
        tx.now,
        objectUntil(tx.now),
      ],
    );
    return rows.map(({ id }) => id);
  }

  async lock(tx: Tx, id: string): Promise<LockedNotice | undefined> {
    const [row] = await tx.query<LockedNotice>(
      `select id, tenant_id as "tenantId", drive_id as "driveId", object_until as "objectUntil", objected_at as "objectedAt"
       from installs.subprocessor_notices where id = $1 for update`,
      [id],
    );
    return row;
  }

  async object(tx: Tx, id: string, reason: string, by: Actor): Promise<void> {
    const objected = { objectedAt: tx.now, objectedBy: by.userId, objectedByName: by.name, objection: reason };
    await tx.manager.update(SubprocessorNoticeEntity, { id }, objected);
  }
}
