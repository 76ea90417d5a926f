import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, revisionOf } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { TenantComplianceView } from '../install/read/installs.view.js';

interface Row {
  tenant_id: string;
  tenant_name: string;
  external_id: string;
  currency: string;
  baa_reference: string | null;
  baa_until: Date | null;
  residency: string | null;
  regulated: boolean;
  revision: number;
  changed_at: Date | null;
  blocked_upgrades: number;
}

const SELECT = `select t.id as tenant_id, t.name as tenant_name, t.external_id, t.currency, c.baa_reference, c.baa_until, c.residency, coalesce(c.regulated, false) as regulated,
    coalesce(c.revision, 0) as revision, c.changed_at,
    (select count(*)::int from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id
     where i.tenant_id = t.id and i.state = 'active' and p.state = 'open' and p.outcome = 'blocked') as blocked_upgrades
  from installs.tenants t left join installs.tenant_compliance c on c.tenant_id = t.id`;

/** Compliance records and billing currencies of tenants, for the host. */
@Injectable()
export class TenantComplianceQuery {
  constructor(private readonly database: Database) {}

  /** By name. */
  async list(query: { limit: number; cursor?: string; q?: string }): Promise<Page<TenantComplianceView>> {
    const [name, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${SELECT} where ($1::text is null or strpos(lower(t.name), lower($1)) > 0 or strpos(lower(t.external_id), lower($1)) > 0)
         and ($2::text is null or (lower(t.name), t.id) > ($2, $3::uuid)) order by lower(t.name), t.id limit $4`,
      [query.q?.trim() || null, name, id, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.tenant_name.toLowerCase(), row.tenant_id], view);
  }

  /** @throws AppError `unknown_tenant` (404) */
  async one(tenantId: string): Promise<TenantComplianceView> {
    const [row] = await this.database.query<Row>(`${SELECT} where t.id = $1`, [tenantId]);
    if (!row) throw new AppError(installsErrors.unknown_tenant);
    return view(row);
  }
}

function view({ baa_reference, baa_until, changed_at, ...row }: Row): TenantComplianceView {
  return {
    ...row,
    currency_revision: revisionOf({ currency: row.currency }),
    baa: baa_reference !== null && baa_until ? { reference: baa_reference, until: baa_until.toISOString() } : null,
    changed_at: changed_at?.toISOString() ?? null,
  };
}
