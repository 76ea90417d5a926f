import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiPage, PageQuery } from '@portal/platform/http';
import { authorizedInstall } from '../authorized-install.js';
import { InstallQueries } from '../read/install-queries.js';
import { InstallTimeline } from '../read/install-timeline.js';
import { InstallStepView } from '../read/install-timeline.view.js';

@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator/installs/:id/timeline')
export class OperatorTimelineController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly timeline: InstallTimeline,
  ) {}

  /** List what happened to an install. Newest first, with who did it. */
  @Get()
  @ApiPage(InstallStepView)
  async timelineOfInstall(
    @Param('id', ParseUUIDPipe) id: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
  ): Promise<Page<InstallStepView>> {
    await authorizedInstall(this.installs, id, actor);
    return this.timeline.page(id, actor, query);
  }
}
