import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** Names at the time of billing, which invoices keep even if they change later. */
@Injectable()
export class InstallNames {
  constructor(private readonly database: Database) {}

  async of(ids: { tenantId: string; ventureId: string; driveId: string }) {
    const [row] = await this.database.query<{ tenant: string | null; venture: string | null; drive: string | null }>(
      `select (select name from installs.tenants where id = $1) as tenant, (select name from installs.ventures where id = $2) as venture,
         (select name from authors.drive_reservations where id = $3) as drive`,
      [ids.tenantId, ids.ventureId, ids.driveId],
    );
    return {
      tenantName: row?.tenant ?? 'Unnamed tenant',
      ventureName: row?.venture ?? 'Unnamed venture',
      driveName: row?.drive ?? 'Unnamed plugin',
    };
  }

  /** Undefined for an unknown author organization. */
  async organization(orgId: string): Promise<string | undefined> {
    return this.database.value<string>('select name from authors.organizations where id = $1', [orgId]);
  }

  /** Undefined for an unknown tenant. */
  async tenant(tenantId: string): Promise<string | undefined> {
    return this.database.value<string>('select name from installs.tenants where id = $1', [tenantId]);
  }
}
