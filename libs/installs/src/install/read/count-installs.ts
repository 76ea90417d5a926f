import { Injectable } from '@nestjs/common';
import { InstallCounts } from '@portal/listings';
import { Database } from '@portal/platform/database';

/** Running installs, for the catalogue and the reviewers. */
@Injectable()
export class CountInstalls extends InstallCounts {
  constructor(private readonly database: Database) {
    super();
  }

  /** Read from the counter kept by triggers, so that the cost does not grow with the installs. */
  async byDrive(driveIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }>(
      `select drive_id as id, active as count from installs.drive_counts where drive_id = any($1::uuid[])`,
      [driveIds],
    );
    return toMap(rows);
  }

  async refusing(driveIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select distinct drive_id as id from installs.installs where state = 'active' and refusal is not null and drive_id = any($1::uuid[])`,
      [driveIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async byRevision(revisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }>(
      `select revision_id as id, count(*)::int as count from installs.installs where state = 'active' and revision_id = any($1::uuid[]) group by revision_id`,
      [revisionIds],
    );
    return toMap(rows);
  }

  async runningAt(driveId: string, at: Date): Promise<number> {
    return (await this.database.value<number>(
      `select count(*)::int as count from installs.installs where drive_id = $1 and activated_at <= $2 and (ended_at is null or ended_at > $2)`,
      [driveId, at],
    ))!;
  }
}

const toMap = (rows: readonly { id: string; count: number }[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [row.id, row.count]));
