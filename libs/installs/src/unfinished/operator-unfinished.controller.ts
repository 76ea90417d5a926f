import { Body, Controller, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { authorizedInstall } from '../install/authorized-install.js';
import { InstallView } from '../install/read/installs.view.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { UnfinishedService } from './unfinished.service.js';
import { TakeOverIdBody } from './unfinished.dto.js';

/** An operator decides on an install whose plugin has not answered, or refuses its token. */
@ApiTags('operator')
@Controller('api/v1/operator/installs/:id')
@RequireRole('operator')
@BodyLimit(SMALL_BODY)
export class OperatorUnfinishedController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly decisions: UnfinishedService,
  ) {}

  /** Try now. The plugin is called within seconds instead of at the planned time. */
  @Post('try-now')
  @HttpCode(202)
  @ApiData(InstallView, { status: 202 })
  async tryInstallNow(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallView> {
    await this.decisions.tryNow(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Give up. The plugin is not called any more: an install fails, a removal counts as done. */
  @Post('give-up')
  @HttpCode(200)
  @ApiData(InstallView)
  async giveInstallUp(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallView> {
    await this.decisions.giveUp(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Take over an ID. The one that the plugin reported; the next call uses it. */
  @Post('take-over-id')
  @HttpCode(202)
  @ApiData(InstallView, { status: 202 })
  async takeIdOver(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: TakeOverIdBody,
    @CurrentActor() actor: Actor,
  ): Promise<InstallView> {
    await this.decisions.takeOverId(id, body.id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Renew the token. Of an active install whose plugin refuses the one it gave; same tenant, same venture. */
  @Post('renew-token')
  @HttpCode(202)
  @ApiData(InstallView, { status: 202 })
  async renewToken(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallView> {
    await this.decisions.renewToken(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }
}
