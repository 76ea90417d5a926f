import { Injectable } from '@nestjs/common';
import { decodeCursor, invariant, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { CALL_COLUMN, callPlanView, OPEN_CALL, type CallPlanRow } from '../install/read/call-plan.view.js';
import type { UnfinishedQuery } from './unfinished.dto.js';
import type { UnfinishedInstallView } from './unfinished.view.js';

type Row = Omit<UnfinishedInstallView, 'call'> & CallPlanRow;

/** Installs whose Drive has not answered yet, for the host and its admins. */
@Injectable()
export class UnfinishedInstalls {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(query: UnfinishedQuery): Promise<Page<UnfinishedInstallView>> {
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor, 1)[0];
    const rows = await this.database.query<Row>(
      `select i.id as install_id, i.state as install_state, coalesce(r.manifest->>'name', d.slug) as name, d.slug, i.tenant_id, t.name as tenant_name, v.name as venture_name, i.drive_install_id, ${CALL_COLUMN}
       from installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id ${OPEN_CALL}
       where i.id in (select install_id from installs.call_plans where state in ('waiting', 'attention')) and ($1::uuid is null or i.id < $1)
         and ($2::text is null or c.state = $2)
       order by i.id desc limit $3`,
      [before, query.state ?? null, query.limit + 1],
    );
    return toPage(rows, query.limit, ['install_id'], view);
  }
}

function view(row: Row): UnfinishedInstallView {
  const call = callPlanView(row);
  invariant(call, 'only installs with an open plan are read');
  return { ...row, call };
}
