import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';

/** A reserved Drive. `driveId` is its id everywhere. */
export interface ReservedDrive {
  driveId: string;
  orgId: string;
  slug: string;
  name: string;
}

/** Owners of Drives, for other features. */
@Injectable()
export class Drives {
  constructor(private readonly database: Database) {}

  async get(driveId: string, q: Pick<Tx, 'query'> = this.database): Promise<ReservedDrive | undefined> {
    return (await this.where('id = $1', driveId, q))[0];
  }

  async bySlug(slug: string): Promise<ReservedDrive | undefined> {
    return (await this.where('slug = $1', slug))[0];
  }

  /** Oldest first. */
  ofOrg(orgId: string): Promise<ReservedDrive[]> {
    return this.where('org_id = $1', orgId);
  }

  private async where(condition: string, value: string, q: Pick<Tx, 'query'> = this.database) {
    return q.query<ReservedDrive>(
      `select id as "driveId", org_id as "orgId", slug, name from authors.drive_reservations where ${condition} order by created_at, id`,
      [value],
    );
  }
}
