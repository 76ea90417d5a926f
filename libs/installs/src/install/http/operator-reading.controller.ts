import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, PageQuery } from '@portal/platform/http';
import { authorizedInstall } from '../authorized-install.js';
import { InstallQueries } from '../read/install-queries.js';
import { ReadingQueries } from '../read/reading-queries.js';
import { InstallReadingView, RejectedEventView } from './reading.view.js';

/** How the reading of an install goes, for its operators. */
@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator/installs/:id')
export class OperatorReadingController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly readings: ReadingQueries,
  ) {}

  /** Get how an install is read. Each endpoint with its next time, and how many event rows do not count. */
  @Get('reading')
  @ApiData(InstallReadingView)
  async reading(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallReadingView> {
    await authorizedInstall(this.installs, id, actor);
    return this.readings.ofInstall(id);
  }

  /** List the event rows of an install that do not count. Newest first; the newest 100 of each reason are kept. */
  @Get('rejected-events')
  @ApiPage(RejectedEventView)
  async rejected(
    @Param('id', ParseUUIDPipe) id: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
  ): Promise<Page<RejectedEventView>> {
    await authorizedInstall(this.installs, id, actor);
    return this.readings.rejectedOfInstall(id, query.limit, query.cursor);
  }
}
