import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { HostInstallsQuery } from './host-installs.dto.js';
import { OPEN_CALL } from '../install/read/call-plan.view.js';
import {
  ATTENTION,
  installView,
  priceView,
  SELECT_INSTALLS,
  type InstallRow,
} from '../install/read/install-queries.js';
import type { HostInstallView, HostPortfolioEntryView } from './host-installs.view.js';

type EntryRow = RowOf<Omit<HostPortfolioEntryView, 'price'>, 'unreachable_since' | 'suspended_at'> &
  Pick<InstallRow, 'price_id' | 'amount' | 'currency'>;

/** Installs of every tenant, for the host. */
@Injectable()
export class HostInstalls {
  constructor(private readonly database: Database) {}

  /** Newest first. Tenant and venture by the ids of the host, the Drive by its slug. */
  async list(query: HostInstallsQuery): Promise<Page<HostInstallView>> {
    const { limit, cursor, tenant, venture, drive, state } = query;
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<InstallRow>(
      `${SELECT_INSTALLS} where ($1::uuid is null or i.id < $1) and ($3::text is null or t.external_id = $3)
         and ($4::text is null or v.external_id = $4) and ($5::text is null or d.slug = $5) and ($6::text is null or i.state = $6)
       order by i.id desc limit $2`,
      [before, limit + 1, tenant ?? null, venture ?? null, drive ?? null, state ?? null],
    );
    return toPage(rows, limit, ['id'], view);
  }

  /** @throws AppError `install_not_found` (404) */
  async one(id: string): Promise<HostInstallView> {
    const [row] = await this.database.query<InstallRow>(`${SELECT_INSTALLS} where i.id = $1`, [id]);
    if (!row) throw installsErrors.install_not_found();
    return view(row);
  }

  /**
   * Installs of a tenant that have not ended, newest first, in one statement. @throws AppError `unknown_tenant` (404)
   */
  async portfolio(tenant: string, limit: number, cursor?: string): Promise<Page<HostPortfolioEntryView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const [known] = await this.database.query('select 1 from installs.tenants where external_id = $1', [tenant]);
    if (!known) throw installsErrors.unknown_tenant();
    const rows = await this.database.query<EntryRow>(
      `select i.id as install_id, d.slug as drive, coalesce(r.manifest->>'name', d.slug) as name, v.external_id as venture, i.state, i.version,
         i.health, i.unreachable_since, ${ATTENTION} is true as attention,
         (select coalesce(jsonb_agg(jsonb_build_object('endpoint', e.endpoint, 'problem', e.problem, 'status', e.status, 'failing_since', e.failed_since)
            order by e.endpoint), '[]') from installs.readings e where e.install_id = i.id and e.problem is not null and i.state = 'active') as problems,
         exists (select from installs.upgrade_prompts p where p.install_id = i.id and p.state = 'open') as upgrade_available,
         case when i.price_id is not null and i.state = 'active' then t.suspended_at end as suspended_at, i.price_id, i.amount, i.currency
       from installs.tenants t join installs.installs i on i.tenant_id = t.id join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id ${OPEN_CALL}
       where t.external_id = $1 and i.state not in ('failed', 'revoked') and ($2::uuid is null or i.id < $2)
       order by i.id desc limit $3`,
      [tenant, before, limit + 1],
    );
    return toPage(rows, limit, ['install_id'], entry);
  }
}

const view = (row: InstallRow): HostInstallView => ({
  ...installView(row),
  tenant_external_id: row.tenant_external_id,
  venture_external_id: row.venture_external_id,
  operator_email: row.operator_email,
});

const entry = ({ price_id, amount, currency, ...row }: EntryRow): HostPortfolioEntryView => ({
  ...isoDates(row),
  problems: row.problems.map((one) => ({ ...one, failing_since: new Date(one.failing_since).toISOString() })),
  price: priceView({ price_id, amount, currency }),
});
