import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { claimText } from '@portal/listings';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { whoMustAct } from '../domain/compliance-lapse.js';
import type { HostComplianceLapseView } from './compliance-lapse.view.js';

type Row = RowOf<Omit<HostComplianceLapseView, 'must_act'>, 'since' | 'acts_at' | 'acted_at'>;

/** Lapses of running installs, for the host and admins. */
@Injectable()
export class ComplianceLapses {
  constructor(private readonly database: Database) {}

  /** Open ones, the oldest first. @param query.tenant the host's own id; absent: of all tenants */
  async open(query: { limit: number; cursor?: string; tenant?: string }): Promise<Page<HostComplianceLapseView>> {
    const [since, install, gap] = query.cursor === undefined ? [null, null, null] : decodeCursor(query.cursor, 3);
    const rows = await this.database.query<Row>(
      `select l.gap, l.claims, l.since, l.action, l.acts_at, l.acted_at, l.install_id, d.slug as drive, coalesce(r.manifest->>'name', d.slug) as name,
         t.external_id as tenant, t.name as tenant_name, v.external_id as venture, v.name as venture_name
       from installs.compliance_lapses l join installs.installs i on i.id = l.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.ventures v on v.id = i.venture_id join authors.drive_reservations d on d.id = i.drive_id
         left join listings.revisions r on r.id = i.revision_id
       where l.ended_at is null and ($1::text is null or t.external_id = $1)
         and ($2::timestamptz is null or (date_trunc('milliseconds', l.since), l.install_id, l.gap) > ($2, $3::uuid, $4))
       order by date_trunc('milliseconds', l.since), l.install_id, l.gap limit $5`,
      [query.tenant ?? null, since, install, gap, query.limit + 1],
    );
    return toPage(rows, query.limit, ['since', 'install_id', 'gap'], (row) => ({
      ...isoDates(row),
      claims: row.claims.map(claimText),
      must_act: whoMustAct(row.gap),
    }));
  }
}
