import { Injectable } from '@nestjs/common';
import { InstallCounts } from '@portal/listings';
import { Database } from '@portal/platform';

/** Running installs, for the catalogue and the reviewers. */
@Injectable()
export class CountInstalls extends InstallCounts {
  constructor(private readonly database: Database) {
    super();
  }

  byDrive(driveIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.count('drive_id', driveIds);
  }

  byRevision(revisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.count('revision_id', revisionIds);
  }

  private async count(
    column: 'drive_id' | 'revision_id',
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }>(
      `select ${column} as id, count(*)::int as count from installs.installs where state = 'active' and ${column} = any($1::uuid[]) group by ${column}`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }
}
