import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Drives } from '@portal/authors';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { assertOwnDrive } from '../../install/authorized-drive.js';
import { HistoryQueries } from '../read/history-queries.js';
import { HistoryQuery } from './history.dto.js';
import { DriveHistoryView } from './history.view.js';

/** How a Drive answered, for its author. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives/:driveId/history')
export class AuthorHistoryController {
  constructor(
    private readonly drives: Drives,
    private readonly history: HistoryQueries,
  ) {}

  /** Get the history of a Drive. How health, metrics and events answered, each with its objective. */
  @Get()
  @ApiData(DriveHistoryView)
  async driveHistory(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Query() { range }: HistoryQuery,
  ): Promise<DriveHistoryView> {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.history.ofDrive(driveId, range);
  }
}
