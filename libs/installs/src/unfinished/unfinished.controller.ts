import { Body, Query } from '@nestjs/common';
import { ByPerson, CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, SMALL_BODY, ApiController, GetPage, PostData, DoneView } from '@portal/platform/http';
import { authorizedInstall } from '../install/authorized-install.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { InstallView } from '../install/read/installs.view.js';
import { UnfinishedInstalls } from './unfinished-installs.js';
import { TakeOverIdBody, UnfinishedQuery } from './unfinished.dto.js';
import { UnfinishedService } from './unfinished.service.js';
import { UnfinishedInstallView } from './unfinished.view.js';

/** An operator decides on an install whose plugin has not answered, or refuses its token. */
@ApiController('operator', 'api/v1/operator/installs/:id')
@RequireRole('operator')
@BodyLimit(SMALL_BODY)
export class OperatorUnfinishedController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly decisions: UnfinishedService,
  ) {}

  /** Try now. The plugin is called within seconds instead of at the planned time. */
  @PostData('try-now', InstallView, { status: 202 })
  async tryInstallNow(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.decisions.tryNow(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Give up. The plugin is not called any more: an install fails, a removal counts as done. */
  @PostData('give-up', InstallView)
  async giveInstallUp(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.decisions.giveUp(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Take over an ID. The one that the plugin reported; the next call uses it. */
  @PostData('take-over-id', InstallView, { status: 202 })
  async takeIdOver(@IdParam() id: string, @Body() body: TakeOverIdBody, @CurrentActor() actor: Actor) {
    await this.decisions.takeOverId(id, body.id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Renew the token. Of an active install whose plugin refuses the one it gave; same tenant, same venture. */
  @PostData('renew-token', InstallView, { status: 202 })
  async renewToken(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.decisions.renewToken(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }
}

const ASKED_FOR = 'an operator of the tenant asked for the call and agreed to the price; it is finished or dropped';

/** The host and its admins decide on installs of any tenant whose plugin has not answered. */
@ApiController('host', 'api/v1/host/unfinished-installs')
@RequireRole('host', 'admin')
@HostScope('installs')
@BodyLimit(SMALL_BODY)
export class HostUnfinishedController {
  constructor(
    private readonly unfinished: UnfinishedInstalls,
    private readonly decisions: UnfinishedService,
  ) {}

  /** List unfinished installs. Whose plugin has not answered an install, a removal or the check of a token. */
  @GetPage('', UnfinishedInstallView)
  listUnfinished(@Query() query: UnfinishedQuery) {
    return this.unfinished.list(query);
  }

  /** Try now. The plugin is called within seconds instead of at the planned time. */
  @PostData(':id/try-now', DoneView, { status: 202 })
  @ByPerson(ASKED_FOR)
  async tryUnfinishedNow(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.decisions.tryNow(id, actor);
    return { done: true };
  }

  /** Give up. The plugin is not called any more: an install fails, a removal counts as done. */
  @PostData(':id/give-up', DoneView)
  @ByPerson(ASKED_FOR)
  async giveUnfinishedUp(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.decisions.giveUp(id, actor);
    return { done: true };
  }

  /** Take over an ID. Under which the plugin keeps the install; the next call uses it. */
  @PostData(':id/take-over-id', DoneView, { status: 202 })
  @ByPerson(ASKED_FOR)
  async takeUnfinishedIdOver(@IdParam() id: string, @Body() body: TakeOverIdBody, @CurrentActor() actor: Actor) {
    await this.decisions.takeOverId(id, body.id, actor);
    return { done: true };
  }
}
