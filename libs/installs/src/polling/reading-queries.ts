import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type {
  AuthorRejectedEventView,
  DriveReadingView,
  EndpointReadingView,
  EventQuotaView,
  InstallReadingView,
  RejectedEventView,
} from './reading.view.js';
import type { Rejection } from './domain/judge-row.js';

type Endpoint = EndpointReadingView['endpoint'];
type Problem = NonNullable<EndpointReadingView['problem']>;

/** The state of polling, for an operator of one install or the author of all of a Drive. */
@Injectable()
export class ReadingQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async ofInstall(id: string): Promise<InstallReadingView> {
    const endpoints = await this.database.query<RowOf<EndpointReadingView, 'failing_since' | 'read_at' | 'next_at'>>(
      `select r.endpoint, r.problem, r.status, r.failed_since as failing_since, r.read_at, case when i.state = 'active' then r.due_at end as next_at
       from installs.readings r join installs.installs i on i.id = r.install_id where r.install_id = $1
       order by array_position(array['events', 'metrics', 'health', 'billing'], r.endpoint)`,
      [id],
    );
    const rejected = await this.database.query<{ reason: Rejection; events: string; last_at: Date }>(
      'select reason, events, last_at from installs.rejected_counts where install_id = $1 order by last_at desc, reason',
      [id],
    );
    const [quota] = await this.database.query<EventQuotaView>(
      `select t.day::text as day, coalesce(q.quota, $2::int) as quota, coalesce(q.stored, 0) as stored, coalesce(q.not_stored, 0)::float8 as not_stored
       from (select (platform.portal_now() at time zone 'UTC')::date as day) t
         left join installs.event_quotas q on q.install_id = $1 and q.day = t.day`,
      [id, this.config.eventsPerDay],
    );
    return {
      event_quota: quota!,
      endpoints: endpoints.map(isoDates),
      rejected: rejected.map(({ events, ...row }) => ({ ...isoDates(row), events: Number(events) })),
    };
  }

  /**
   * The content of a row is shown only where it belongs to the install: it names it, or its Drive answers by token. Of
   * a feed that every install gets, only the reason is kept of rows that name nobody (`EventFeedsRepository.judge`).
   */
  async rejectedOfInstall(id: string, limit: number, cursor?: string): Promise<Page<RejectedEventView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<RowOf<RejectedEventView, 'seen_at'>>(
      `select e.seq as id, e.reason, case when own.is then e.kind end as kind, case when own.is then e.event_id end as event_id,
         case when own.is then e.content end as content, e.seen_at
       from installs.rejected_events e
       cross join lateral (select e.named or e.reason in ('time_unit', 'in_future', 'before_install') as is) own
       where e.install_id = $1 and ($2::bigint is null or e.seq < $2) and e.reason <> 'unattributed' order by e.seq desc limit $3`,
      [id, before, limit + 1],
    );
    return toPage(rows, limit, ['id'], isoDates);
  }

  async ofDrive(driveId: string): Promise<DriveReadingView> {
    const [feed] = await this.database.query<{ shared_since: Date | null }>(
      'select shared_since from installs.event_feeds where drive_id = $1',
      [driveId],
    );
    const failing = await this.database.query<{
      endpoint: Endpoint;
      problem: Problem;
      status: number | null;
      installs: number;
      since: Date;
    }>(
      `select r.endpoint, coalesce(r.problem, 'no_answer') as problem, r.status, count(*)::int as installs, min(r.failed_since) as since
       from installs.installs i join installs.readings r on r.install_id = i.id
       where i.drive_id = $1 and i.state = 'active' and r.failures > 0 group by 1, 2, 3 order by 4 desc, 1, 2, 3`,
      [driveId],
    );
    const rejected = await this.database.query<{ reason: Rejection; events: string; installs: number; last_at: Date }>(
      `select c.reason, sum(c.events)::bigint as events, count(*)::int as installs, max(c.last_at) as last_at
       from installs.installs i join installs.rejected_counts c on c.install_id = i.id
       where i.drive_id = $1 group by 1 order by 4 desc, 1`,
      [driveId],
    );
    const overQuota = await this.database.query<DriveReadingView['over_quota'][number]>(
      `select i.id as install_id, q.day::text as day, q.quota, q.stored, q.not_stored::float8 as not_stored
       from installs.installs i join installs.event_quotas q on q.install_id = i.id
       where i.drive_id = $1 and i.state = 'active' and q.stored >= q.quota order by q.day desc, q.not_stored desc, i.id limit 100`,
      [driveId],
    );
    return {
      over_quota: overQuota,
      events_shared_since: feed?.shared_since?.toISOString() ?? null,
      failing: failing.map(isoDates),
      rejected: rejected.map(({ events, ...row }) => ({ ...isoDates(row), events: Number(events) })),
    };
  }

  async rejectedOfDrive(driveId: string, limit: number, cursor?: string): Promise<Page<AuthorRejectedEventView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<RowOf<AuthorRejectedEventView, 'seen_at'>>(
      `select e.seq as id, e.install_id, e.reason, e.kind, e.event_id, e.detail,
         case when e.reason in ('unattributed', 'unreadable', 'too_large') then e.content end as content, e.seen_at
       from installs.installs i join installs.rejected_events e on e.install_id = i.id
       where i.drive_id = $1 and ($2::bigint is null or e.seq < $2) order by e.seq desc limit $3`,
      [driveId, before, limit + 1],
    );
    return toPage(rows, limit, ['id'], isoDates);
  }
}
