import { Injectable } from '@nestjs/common';
import { decodeCursor, invariant, toPage, type Page } from '@portal/kernel';
import { Database, revisionOf } from '@portal/platform/database';
import { typedId } from '@portal/platform/http';
import { installsErrors } from '../errors.js';
import type { OperatorTenantsQuery, OperatorVenturesQuery } from '../install/http/installs.dto.js';
import type { HostTenantView, TenantView, VentureView } from '../install/read/installs.view.js';

type TenantRow = Omit<HostTenantView, 'currency_revision'>;

const same = <Row>(row: Row): Row => row;

const hostTenantView = (row: TenantRow): HostTenantView => ({
  ...row,
  currency_revision: revisionOf({ currency: row.currency }),
});

/** Tenants and ventures, for the host, their operators and finance. */
@Injectable()
export class TenantQueries {
  constructor(private readonly database: Database) {}

  async tenants(limit: number, cursor?: string): Promise<Page<HostTenantView>> {
    const after = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<TenantRow>(
      'select id, name, external_id, currency from installs.tenants where ($1::uuid is null or id < $1) order by id desc limit $2',
      [after, limit + 1],
    );
    return toPage(rows, limit, ['id'], hostTenantView);
  }

  /** @throws AppError `unknown_tenant` (404) */
  async known(id: string): Promise<HostTenantView> {
    const tenant = await this.find(id);
    if (!tenant) throw installsErrors.unknown_tenant();
    return tenant;
  }

  /** Of a tenant that exists. */
  async tenant(id: string): Promise<HostTenantView> {
    const tenant = await this.find(id);
    invariant(tenant, 'tenants are never removed');
    return tenant;
  }

  private async find(id: string): Promise<HostTenantView | undefined> {
    const [row] = await this.database.query<TenantRow>(
      'select id, name, external_id, currency from installs.tenants where id = $1',
      [id],
    );
    return row && hostTenantView(row);
  }

  /**
   * By name.
   * @param q a part of the name, or the id
   * @throws AppError `invalid_cursor`
   */
  async operatedTenants(tenantIds: readonly string[], query: OperatorTenantsQuery): Promise<Page<TenantView>> {
    const { limit, cursor, q } = query;
    const [afterName, afterId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2).map(String);
    const rows = await this.database.query<TenantView>(
      `select id, name, external_id from installs.tenants
       where id = any($1::uuid[]) and ($2::text is null or strpos(lower(name), lower($2)) > 0 or id = $6)
         and ($3::text is null or (name, id::text) > ($3, $4::text))
       order by name, id::text limit $5`,
      [tenantIds, q?.trim() || null, afterName, afterId, limit + 1, typedId(q?.trim() ?? '')],
    );
    return toPage(rows, limit, ['name', 'id'], same);
  }

  /**
   * Of a tenant that exists, by name.
   * @throws AppError `invalid_cursor`
   */
  async venturesOf(tenantId: string, { limit, cursor }: { limit: number; cursor?: string }): Promise<Page<TenantView>> {
    const [afterName, afterId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2).map(String);
    const rows = await this.database.query<TenantView>(
      `select id, name, external_id from installs.ventures
       where tenant_id = $1 and ($2::text is null or (name, id::text) > ($2, $3::text)) order by name, id::text limit $4`,
      [tenantId, afterName, afterId, limit + 1],
    );
    return toPage(rows, limit, ['name', 'id'], same);
  }

  /**
   * By the name of the tenant and their own.
   * @param q a part of the name of a venture or of its tenant, or the id of a venture
   * @throws AppError `invalid_cursor`
   */
  async ventures(tenantIds: readonly string[], query: OperatorVenturesQuery): Promise<Page<VentureView>> {
    const { limit, cursor, q } = query;
    const [afterTenant, afterName, afterId] =
      cursor === undefined ? [null, null, null] : decodeCursor(cursor, 3).map(String);
    const rows = await this.database.query<VentureView>(
      `select v.id, v.name, v.external_id, v.tenant_id, t.name as tenant_name from installs.tenants t cross join lateral (
         select * from installs.ventures v
         where v.tenant_id = t.id and ($2::text is null or strpos(lower(v.name || ' ' || t.name), lower($2)) > 0 or v.id = $3)
           and ($4::text is null or (t.name, v.name, v.id::text) > ($4, $5::text, $6::text))
         order by v.name, v.id::text limit $7) v
       where t.id = any($1::uuid[]) order by t.name, v.name, v.id::text limit $7`,
      [tenantIds, q?.trim() || null, typedId(q?.trim() ?? ''), afterTenant, afterName, afterId, limit + 1],
    );
    return toPage(rows, limit, ['tenant_name', 'name', 'id'], same);
  }

  /** By a part of the name of the venture or of its tenant; at most 20. For staff who have a name and need the thing. */
  findVentures(q: string): Promise<VentureView[]> {
    return this.database.query<VentureView>(
      `select v.id, v.name, v.external_id, v.tenant_id, t.name as tenant_name from installs.ventures v join installs.tenants t on t.id = v.tenant_id
       where strpos(lower(v.name || ' ' || t.name), lower($1)) > 0 order by t.name, v.name, v.id limit 20`,
      [q.trim()],
    );
  }
}
