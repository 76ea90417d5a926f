import { Query } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { IdParam, PageQuery, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { assertOwnDrive } from '../install/authorized-drive.js';
import { authorizedInstall } from '../install/authorized-install.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { DriveEventQueries } from './drive-event-queries.js';
import { DriveEventsQuery, EventCountsQuery, EventDaysQuery } from './drive-events.dto.js';
import { DriveEventView, EventCountView, EventDaysView } from './drive-events.view.js';
import { ReadingQueries } from './reading-queries.js';
import {
  AuthorRejectedEventView,
  DriveReadingView,
  InstallReadingView,
  RefreshView,
  RejectedEventView,
} from './reading.view.js';
import { RefreshInstall } from './refresh-install.js';

/** What is read of an install, and how that goes, for its operators. */
@RequireRole('operator')
@ApiController('operator', 'api/v1/operator/installs/:id')
export class OperatorReadingController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly readings: ReadingQueries,
    private readonly driveEvents: DriveEventQueries,
    private readonly refreshInstall: RefreshInstall,
  ) {}

  /** Get how an install is read. Each endpoint with its next time, and how many event rows do not count. */
  @GetData('reading', InstallReadingView)
  async reading(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return this.readings.ofInstall(id);
  }

  /** List the event rows of an install that do not count. Newest first; the newest 100 of each reason are kept. */
  @GetPage('rejected-events', RejectedEventView)
  async rejected(@IdParam() id: string, @Query() query: PageQuery, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return this.readings.rejectedOfInstall(id, query.limit, query.cursor);
  }

  /** Refresh an install. Reads events, metrics and health from the plugin at once. */
  @PostData('refresh', RefreshView, { description: 'Reads events, metrics and health now' })
  async refresh(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    // The install is the caller's; the key that signs the calls is its author's and stays the product's.
    const { reachable, eventsNew, problem } = await bypassRowSecurity(() => this.refreshInstall.execute(id));
    return { reachable, events_new: eventsNew, problem };
  }

  /** List the events of an install. That the plugin reported, newest first, for as long as events are kept. */
  @GetPage('events', DriveEventView)
  async events(@IdParam() id: string, @Query() query: DriveEventsQuery, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return this.driveEvents.ofInstall(id, query);
  }
}

/** How the installs of a Drive are polled, for its author: without the tenants' own data. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/installs')
export class AuthorReadingController {
  constructor(
    private readonly drives: Drives,
    private readonly readings: ReadingQueries,
    private readonly driveEvents: DriveEventQueries,
  ) {}

  /** Get how a Drive is read. Endpoints that fail, and how many event rows do not count. */
  @GetData('reading', DriveReadingView)
  async driveReading(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.readings.ofDrive(driveId);
  }

  /**
   * Count the events of a Drive. That all its installs reported, by day and kind, newest day first. Counts stay when the
   * events are deleted.
   */
  @GetPage('event-counts', EventCountView)
  async eventCounts(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: EventCountsQuery,
  ) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.driveEvents.countsOfDrive(driveId, query);
  }

  /** Get how many events a Drive reported per day. That all its installs reported, over the last 28 or 365 days. */
  @GetData('event-days', EventDaysView)
  async eventDays(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: EventDaysQuery) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.driveEvents.daysOfDrive(driveId, query);
  }

  /** List the event rows of a Drive that do not count. Newest first, with the reason of each. */
  @GetPage('rejected-events', AuthorRejectedEventView)
  async rejectedOfDrive(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: PageQuery) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.readings.rejectedOfDrive(driveId, query.limit, query.cursor);
  }
}
