import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** A reserved Drive. `driveId` is its id everywhere. */
export interface ReservedDrive {
  driveId: string;
  orgId: string;
  slug: string;
  name: string;
}

interface Row {
  id: string;
  org_id: string;
  slug: string;
  name: string;
}

/** Owners of Drives, for other features. */
@Injectable()
export class Drives {
  constructor(private readonly database: Database) {}

  async get(driveId: string): Promise<ReservedDrive | undefined> {
    return (await this.where('id = $1', driveId))[0];
  }

  async bySlug(slug: string): Promise<ReservedDrive | undefined> {
    return (await this.where('slug = $1', slug))[0];
  }

  /** Oldest first. */
  ofOrg(orgId: string): Promise<ReservedDrive[]> {
    return this.where('org_id = $1', orgId);
  }

  private async where(condition: string, value: string): Promise<ReservedDrive[]> {
    const rows = await this.database.query<Row>(
      `select id, org_id, slug, name from authors.drive_reservations where ${condition} order by created_at, id`,
      [value],
    );
    return rows.map((row) => ({ driveId: row.id, orgId: row.org_id, slug: row.slug, name: row.name }));
  }
}
