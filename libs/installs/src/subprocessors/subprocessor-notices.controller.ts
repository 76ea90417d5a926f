import { Body, Query } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, PageQuery, SMALL_BODY, ApiController, GetPage, PostData } from '@portal/platform/http';
import { assertOwnDrive } from '../install/authorized-drive.js';
import { authorizedInstall } from '../install/authorized-install.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { SubprocessorNoticesService } from './subprocessor-notices.service.js';
import {
  AuthorSubprocessorNoticeView,
  HostSubprocessorNoticeView,
  ObjectionBody,
  SubprocessorNoticeView,
} from './subprocessor-notices.view.js';

@ApiController('operator', 'api/v1/operator')
@RequireRole('operator')
export class OperatorSubprocessorsController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly notices: SubprocessorNoticesService,
  ) {}

  /**
   * List changes of subprocessors. That you were notified of for this plugin, with added and removed entries, newest
   * first.
   */
  @GetPage('installs/:id/subprocessor-notices', SubprocessorNoticeView)
  async list(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.queries, id, actor);
    return { items: await this.notices.ofInstall(id), next_cursor: null };
  }

  /**
   * Object to a change of subprocessors. Within 30 days, with a reason that the author and the platform read. Nothing is
   * stopped: if you do not agree, uninstall the plugin, which ends its bill at once.
   */
  @PostData('subprocessor-notices/:id/objection', SubprocessorNoticeView)
  @BodyLimit(SMALL_BODY)
  async objectTo(@IdParam() id: string, @Body() { reason }: ObjectionBody, @CurrentActor() actor: Actor) {
    await this.notices.object(id, reason, actor);
    return this.notices.one(id);
  }
}

@ApiController('author', 'api/v1/author/drives/:driveId/subprocessor-objections')
@RequireRole('author')
export class AuthorSubprocessorsController {
  constructor(
    private readonly drives: Drives,
    private readonly notices: SubprocessorNoticesService,
  ) {}

  /** List objections to changes of your subprocessors. With the reason of each tenant, newest first. */
  @GetPage('', AuthorSubprocessorNoticeView)
  async list(@IdParam('driveId') driveId: string, @Query() { limit, cursor }: PageQuery, @CurrentActor() actor: Actor) {
    await assertOwnDrive(this.drives, actor, driveId);
    return this.notices.objectionsTo(driveId, limit, cursor);
  }
}

@ApiController('host', 'api/v1/host/subprocessor-objections')
@RequireRole('host', 'admin')
@HostScope('compliance')
export class HostSubprocessorsController {
  constructor(private readonly notices: SubprocessorNoticesService) {}

  /** List objections to changes of subprocessors. Of all tenants, with their reasons, newest first. */
  @GetPage('', HostSubprocessorNoticeView)
  list(@Query() { limit, cursor }: PageQuery) {
    return this.notices.all(limit, cursor);
  }
}
