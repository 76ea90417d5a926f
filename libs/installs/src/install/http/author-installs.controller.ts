import { Query, StreamableFile } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { keepScope } from '@portal/platform/database';
import { IdParam, ApiController, GetData, GetPage, GetFile } from '@portal/platform/http';
import { Readable } from 'node:stream';
import { assertOwnDrive } from '../authorized-drive.js';
import { AuthorInstalls, INSTALL_COLUMNS } from '../read/author-installs.js';
import { AuthorInstallCountsView, AuthorInstallView } from '../read/author-installs.view.js';
import { AuthorInstallsQuery } from './installs.dto.js';

/** Installs of an author's Drive, without the tenants' own data. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/installs')
export class AuthorInstallsController {
  constructor(
    private readonly drives: Drives,
    private readonly installs: AuthorInstalls,
  ) {}

  /**
   * List the installs of a Drive. By the ids that the Drive received with the install request; never with the names of
   * tenants, ventures or people, their settings or what they granted.
   */
  @GetPage('', AuthorInstallView)
  async list(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: AuthorInstallsQuery) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.installs.page(driveId, query);
  }

  /** Count the installs of a Drive. In all and by version. */
  @GetData('counts', AuthorInstallCountsView)
  async counts(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.installs.counts(driveId);
  }

  /** Export the installs of a Drive. Everything that matches the filter, as CSV. */
  @GetFile('csv', ['text/csv'], { columns: INSTALL_COLUMNS })
  async csv(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() { cursor: _cursor, limit: _limit, ...filter }: AuthorInstallsQuery,
  ): Promise<StreamableFile> {
    await assertOwnDrive(this.drives, actor, driveId);
    return new StreamableFile(Readable.from(keepScope(this.installs.csv(driveId, filter))), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="installs.csv"',
    });
  }
}
