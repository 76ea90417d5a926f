import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { FACT_IDS, FACTS, type FactId, type FactKind, type FactRow } from './author-facts.js';

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

/** Looks up the subject of an event by the host's ids, and what it means for authors. */
@Injectable()
export class Subjects {
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

  /** One for each author whom it concerns: none for a Drive of the platform. */
  async factsOf<F extends FactKind>(kind: F, payload: Record<FactId<F>, string>) {
    const ids = Object.fromEntries(FACT_IDS[kind].map((id) => [id, payload[id as FactId<F>]])) as Record<
      FactId<F>,
      string
    >;
    return (await this.database.query<FactRow>(FACTS[kind], Object.values(ids))).map((row) => ({ ...row, ids }));
  }
}
