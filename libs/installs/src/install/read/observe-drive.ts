import { Injectable } from '@nestjs/common';
import { ObservedUse, type DriveUse, type ObservedKind, type Notifications } from '@portal/listings';
import { Database } from '@portal/platform/database';

/** Grants and reports of the installs of a Drive, for its reviewers. */
@Injectable()
export class ObserveDrive extends ObservedUse {
  constructor(private readonly database: Database) {
    super();
  }

  async ofDrive(driveId: string): Promise<DriveUse> {
    const [events, grants, installs, feeds, delivered, calls] = await Promise.all([
      this.database.query<ObservedKind>(
        `select kind, sum(events)::float8 as count, sum(kept_apart)::float8 as quarantined, max(last_at) as "lastAt"
         from installs.event_counts where drive_id = $1 group by kind order by kind`,
        [driveId],
      ),
      this.database.query<{ permission: string; installs: number }>(
        `select p.permission, count(*)::int as installs from installs.installs i cross join lateral unnest(i.permissions) as p(permission)
         where i.drive_id = $1 and i.state = 'active' group by p.permission`,
        [driveId],
      ),
      this.database.query<{ installs: number; configured: number }>(
        `select count(*)::int as installs, count(*) filter (where config <> '{}')::int as configured
         from installs.installs where drive_id = $1 and state = 'active'`,
        [driveId],
      ),
      this.database.query<{ since: Date | null }>(
        'select shared_since as since from installs.event_feeds where drive_id = $1',
        [driveId],
      ),
      this.database.query<DriveUse['delivered'][number]>(
        `select d.kind, count(*)::int as count, max(d.ended_at) as "lastAt"
         from installs.deliveries d join installs.installs i on i.id = d.install_id
         where i.drive_id = $1 and d.state = 'delivered' and d.event_id is not null group by d.kind`,
        [driveId],
      ),
      this.database.query<DriveUse['calls'][number]>(
        `select c.capability, count(*)::int as installs, count(*) filter (where c.failed)::int as failing, max(c.at) filter (where not c.failed) as "lastAt"
         from installs.installs i cross join lateral (select 'install' as capability, false as failed, i.activated_at as at
           union all select r.endpoint, r.failures > 0, r.read_at from installs.readings r where r.install_id = i.id) c
         where i.drive_id = $1 and i.state = 'active' group by c.capability`,
        [driveId],
      ),
    ]);
    return {
      events,
      delivered,
      calls,
      grants: new Map(grants.map((row) => [row.permission, row.installs])),
      ...installs[0]!,
      eventsSharedSince: feeds[0]?.since ?? null,
    };
  }

  async notifications(driveId: string, kind: string, since: Date): Promise<Notifications> {
    const [row] = await this.database.query<Notifications>(
      `select exists (select from installs.drive_events e join installs.installs i on i.id = e.install_id
           where i.drive_id = $1 and e.kind = $2 and e.seen_at >= $3)
           or exists (select from installs.rejected_events e join installs.installs i on i.id = e.install_id
             where i.drive_id = $1 and e.reason = 'unattributed' and e.kind = $2 and e.seen_at >= $3) as notified,
         coalesce((select active from installs.drive_counts where drive_id = $1), 0) as installs`,
      [driveId, kind, since],
    );
    return row!;
  }
}
