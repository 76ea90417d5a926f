import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Drives } from '@portal/authors';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, PageQuery } from '@portal/platform/http';
import { assertOwnDrive } from '../install/authorized-drive.js';
import { DriveEventQueries } from './drive-event-queries.js';
import { EventCountsQuery, EventDaysQuery } from './drive-events.dto.js';
import { EventCountView, EventDaysView } from './drive-events.view.js';
import { ReadingQueries } from './reading-queries.js';
import { AuthorRejectedEventView, DriveReadingView } from './reading.view.js';

/** How the installs of a Drive are polled, for its author: without the tenants' own data. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives/:driveId/installs')
export class AuthorReadingController {
  constructor(
    private readonly drives: Drives,
    private readonly readings: ReadingQueries,
    private readonly driveEvents: DriveEventQueries,
  ) {}

  /** Get how a Drive is read. Endpoints that fail, and how many event rows do not count. */
  @Get('reading')
  @ApiData(DriveReadingView)
  async driveReading(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<DriveReadingView> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.readings.ofDrive(driveId);
  }

  /**
   * Count the events of a Drive. That all its installs reported, by day and kind, newest day first. Counts stay when the
   * events are deleted.
   */
  @Get('event-counts')
  @ApiPage(EventCountView)
  async eventCounts(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Query() query: EventCountsQuery,
  ): Promise<Page<EventCountView>> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.driveEvents.countsOfDrive(driveId, query);
  }

  /** Get how many events a Drive reported per day. That all its installs reported, over the last 28 or 365 days. */
  @Get('event-days')
  @ApiData(EventDaysView)
  async eventDays(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Query() query: EventDaysQuery,
  ): Promise<EventDaysView> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.driveEvents.daysOfDrive(driveId, query);
  }

  /** List the event rows of a Drive that do not count. Newest first, with the reason of each. */
  @Get('rejected-events')
  @ApiPage(AuthorRejectedEventView)
  async rejectedOfDrive(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Query() query: PageQuery,
  ): Promise<Page<AuthorRejectedEventView>> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.readings.rejectedOfDrive(driveId, query.limit, query.cursor);
  }
}
