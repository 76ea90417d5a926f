import { Injectable } from '@nestjs/common';
import { ObservedUse, type DriveUse, type ObservedKind } from '@portal/listings';
import { Database } from '@portal/platform';

/** What the installs of a Drive were granted and told, for its reviewers. */
@Injectable()
export class ObserveDrive extends ObservedUse {
  constructor(private readonly database: Database) {
    super();
  }

  async ofDrive(driveId: string): Promise<DriveUse> {
    const [events, grants] = await Promise.all([
      this.database.query<ObservedKind & Record<string, unknown>>(
        `select e.kind, count(*) filter (where e.quarantine is null)::int as count,
           count(*) filter (where e.quarantine is not null)::int as quarantined, max(e.ts) as "lastAt"
         from installs.drive_events e join installs.installs i on i.id = e.install_id where i.drive_id = $1 group by e.kind order by e.kind`,
        [driveId],
      ),
      this.database.query<{ permission: string; installs: number }>(
        `select p.permission, count(*)::int as installs from installs.installs i cross join lateral unnest(i.permissions) as p(permission)
         where i.drive_id = $1 and i.state = 'active' group by p.permission`,
        [driveId],
      ),
    ]);
    return { events, grants: new Map(grants.map((row) => [row.permission, row.installs])) };
  }
}
