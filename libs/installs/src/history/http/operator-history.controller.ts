import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { authorizedInstall } from '../../install/authorized-install.js';
import { InstallQueries } from '../../install/read/install-queries.js';
import { HistoryQueries } from '../read/history-queries.js';
import { HistoryQuery } from './history.dto.js';
import { InstallHistoryView } from './history.view.js';

/** A plugin's reports about an install and its answers, for its operators. */
@ApiTags('operator')
@RequireRole('operator')
@Controller('api/v1/operator/installs/:id/history')
export class OperatorHistoryController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly history: HistoryQueries,
  ) {}

  /**
   * Get the history of an install. The figures that the plugin reported, and how it answered the host, for all its installs
   * together, with its objectives.
   */
  @Get()
  @ApiData(InstallHistoryView)
  async installHistory(
    @Param('id', ParseUUIDPipe) id: string,
    @Query() { range }: HistoryQuery,
    @CurrentActor() actor: Actor,
  ): Promise<InstallHistoryView> {
    const install = await authorizedInstall(this.installs, id, actor);
    return this.history.ofInstall({ id, driveId: install.drive_id }, range);
  }
}
