import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { actorNameFor } from '@portal/platform/audit';
import { bypassRowSecurity, Database, isoDates, type RowOf } from '@portal/platform/database';
import { AUDITED_STEPS } from '../domain/install-step.js';
import type { InstallStepView } from './install-timeline.view.js';

type Row = RowOf<Omit<InstallStepView, 'by'>, 'at'> & {
  at_us: string;
  kind: Actor['kind'];
  actor_id: string | null;
  name: string;
  role: string;
};

/** The history of an install with who acted: its entries of the audit trail, and the upgrades that it was offered. */
@Injectable()
export class InstallTimeline {
  constructor(private readonly database: Database) {}

  /** Newest first. Call for an install that the reader may see: the audit trail has no access check of its own. */
  async page(
    id: string,
    reader: Actor,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<InstallStepView>> {
    const [beforeUs, beforeId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2);
    const rows = await bypassRowSecurity(() =>
      this.database.query<Row>(
        `with steps as (
           select id, at, action as step, actor_kind as kind, actor_id, actor_name as name, actor_role as role,
             after->>'operator_email' as on_behalf_of, after->>'version' as version, after->>'token' as token, reason
           from platform.audit_log where subject_type = 'install' and subject_id = $1::uuid::text and action = any($2::text[])
           union all
           select id, opened_at, 'upgrade.offered', 'system', null, $3::text, 'system', null, to_version, null, null
           from installs.upgrade_prompts where install_id = $1 and outcome <> 'alone'
           union all
           select id, answered_at, 'upgrade.accepted_alone', 'system', null, $3::text, 'system', null, to_version, null, null
           from installs.upgrade_prompts where install_id = $1 and outcome = 'alone'),
         timed as (select *, (extract(epoch from at) * 1000000)::bigint as at_us from steps)
         select id, at, at_us, step, kind, actor_id, name, role, on_behalf_of, version, token, reason from timed
         where $4::bigint is null or (at_us, id) < ($4::bigint, $5::uuid) order by at_us desc, id desc limit $6`,
        [id, AUDITED_STEPS, SYSTEM_ACTOR.name, beforeUs, beforeId, limit + 1],
      ),
    );
    return toPage(rows, limit, ['at_us', 'id'], ({ at_us: _us, kind, actor_id, name, role, ...row }) => ({
      ...isoDates(row),
      by: actorNameFor(reader, { kind, id: actor_id, name, role }),
    }));
  }
}
