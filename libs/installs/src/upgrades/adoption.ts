import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { AdoptionView } from '../install/read/installs.view.js';

const DAYS = 28;

interface Row {
  revision_id: string;
  version: string | null;
  published_at: Date;
  day: string;
  upgraded: number;
  running: number;
  waiting: number;
  declined: number;
}

/** How fast installs follow: per version the upgrades of each day since it was published, and who still waits. */
@Injectable()
export class AdoptionQuery {
  constructor(private readonly database: Database) {}

  /** The five newest versions; days in UTC, at most 28 per version, the first is the day of publishing. */
  async of(driveId: string): Promise<AdoptionView> {
    const rows = await this.database.query<Row>(
      `with versions as (
         select p.revision_id, r.version, max(p.published_at) as published_at from listings.publications p join listings.revisions r on r.id = p.revision_id
         where p.drive_id = $1 group by 1, 2 order by 3 desc limit 5),
       totals as (
         select v.*,
           (select count(*)::int from installs.installs i where i.drive_id = $1 and i.state = 'active' and i.revision_id = v.revision_id) as running,
           count(p.id) filter (where p.state = 'open')::int as waiting, count(p.id) filter (where p.state = 'declined')::int as declined
         from versions v left join installs.upgrade_prompts p on p.to_revision_id = v.revision_id group by 1, 2, 3)
       select t.revision_id, t.version, t.published_at, t.running, t.waiting, t.declined, to_char(d.day, 'YYYY-MM-DD') as day,
         (select count(*)::int from installs.upgrade_prompts p where p.to_revision_id = t.revision_id and p.state = 'accepted'
           and p.answered_at >= d.day at time zone 'UTC' and p.answered_at < (d.day + interval '1 day') at time zone 'UTC') as upgraded
       from totals t cross join lateral generate_series(date_trunc('day', t.published_at at time zone 'UTC'),
         least(date_trunc('day', t.published_at at time zone 'UTC') + ${DAYS - 1} * interval '1 day', date_trunc('day', platform.portal_now() at time zone 'UTC')),
         interval '1 day') as d(day)
       order by t.published_at desc, t.revision_id, d.day`,
      [driveId],
    );
    const versions = new Map<string, AdoptionView['versions'][number]>();
    for (const row of rows) {
      const version = versions.get(row.revision_id) ?? {
        revision_id: row.revision_id,
        version: row.version,
        published_at: row.published_at.toISOString(),
        running: row.running,
        waiting: row.waiting,
        declined: row.declined,
        days: [],
      };
      version.days.push({ day: row.day, upgraded: row.upgraded });
      versions.set(row.revision_id, version);
    }
    return { versions: [...versions.values()] };
  }
}
