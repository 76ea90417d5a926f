import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

export interface TenantSubject {
  /** Your own id of it. */
  tenant: string;
}

export interface DriveSubject {
  /** Slug of the plugin. */
  drive: string;
}

export interface InstallSubject extends TenantSubject, DriveSubject {
  install_id: string;
  /** Your own id of it. */
  venture: string;
}

/** Looks up the subject of an event by the host's ids. */
@Injectable()
export class HostSubjects {
  constructor(private readonly database: Database) {}

  async install(id: string): Promise<InstallSubject | undefined> {
    const [row] = await this.database.query<InstallSubject>(
      `select i.id as install_id, t.external_id as tenant, v.external_id as venture, d.slug as drive
       from installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id where i.id = $1`,
      [id],
    );
    return row;
  }

  async tenant(id: string): Promise<TenantSubject | undefined> {
    const [row] = await this.database.query<TenantSubject>(
      'select external_id as tenant from installs.tenants where id = $1',
      [id],
    );
    return row;
  }

  async drive(id: string): Promise<DriveSubject | undefined> {
    const [row] = await this.database.query<DriveSubject>(
      'select slug as drive from authors.drive_reservations where id = $1',
      [id],
    );
    return row;
  }
}
