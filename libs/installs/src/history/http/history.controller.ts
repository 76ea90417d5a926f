import { Query } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData } from '@portal/platform/http';
import { HistoryQuery } from './history.dto.js';
import { DriveHistoryView, InstallHistoryView } from '../read/history.view.js';
import { HistoryQueries } from '../read/history-queries.js';
import { assertOwnDrive } from '../../install/authorized-drive.js';
import { authorizedInstall } from '../../install/authorized-install.js';
import { InstallQueries } from '../../install/read/install-queries.js';

/** A plugin's reports about an install and its answers, for its operators. */
@RequireRole('operator')
@ApiController('operator', 'api/v1/operator/installs/:id/history')
export class OperatorHistoryController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly history: HistoryQueries,
  ) {}

  /**
   * Get the history of an install. The figures that the plugin reported, and how it answered the host, for all its installs
   * together, with its objectives.
   */
  @GetData('', InstallHistoryView)
  async installHistory(@IdParam() id: string, @Query() { range }: HistoryQuery, @CurrentActor() actor: Actor) {
    const install = await authorizedInstall(this.installs, id, actor);
    return this.history.ofInstall({ id, driveId: install.drive_id }, range);
  }
}

/** How a Drive answered, for its author. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/history')
export class AuthorHistoryController {
  constructor(
    private readonly drives: Drives,
    private readonly history: HistoryQueries,
  ) {}

  /** Get the history of a Drive. How health, metrics and events answered, each with its objective. */
  @GetData('', DriveHistoryView)
  async driveHistory(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() { range }: HistoryQuery,
  ) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.history.ofDrive(driveId, range);
  }
}
