import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { UnfinishedService } from './unfinished.service.js';
import { TakeOverIdBody, UnfinishedQuery } from './unfinished.dto.js';
import { UnfinishedInstalls } from './unfinished-installs.js';
import { UnfinishedDoneView, UnfinishedInstallView } from './unfinished.view.js';

/** The host and its admins decide on installs of any tenant whose plugin has not answered. */
@ApiTags('host')
@Controller('api/v1/host/unfinished-installs')
@RequireRole('host', 'admin')
@HostScope('installs')
@BodyLimit(SMALL_BODY)
export class HostUnfinishedController {
  constructor(
    private readonly unfinished: UnfinishedInstalls,
    private readonly decisions: UnfinishedService,
  ) {}

  /** List unfinished installs. Whose plugin has not answered an install, a removal or the check of a token. */
  @Get()
  @ApiPage(UnfinishedInstallView)
  listUnfinished(@Query() { state, ...page }: UnfinishedQuery): Promise<Page<UnfinishedInstallView>> {
    return this.unfinished.list({ ...page, ...(state === undefined ? {} : { only: state }) });
  }

  /** Try now. The plugin is called within seconds instead of at the planned time. */
  @Post(':id/try-now')
  @HttpCode(202)
  @ApiData(UnfinishedDoneView, { status: 202 })
  async tryUnfinishedNow(
    @Param('id', ParseUUIDPipe) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<UnfinishedDoneView> {
    await this.decisions.tryNow(id, actor);
    return { done: true };
  }

  /** Give up. The plugin is not called any more: an install fails, a removal counts as done. */
  @Post(':id/give-up')
  @HttpCode(200)
  @ApiData(UnfinishedDoneView)
  async giveUnfinishedUp(
    @Param('id', ParseUUIDPipe) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<UnfinishedDoneView> {
    await this.decisions.giveUp(id, actor);
    return { done: true };
  }

  /** Take over an ID. Under which the plugin keeps the install; the next call uses it. */
  @Post(':id/take-over-id')
  @HttpCode(202)
  @ApiData(UnfinishedDoneView, { status: 202 })
  async takeUnfinishedIdOver(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: TakeOverIdBody,
    @CurrentActor() actor: Actor,
  ): Promise<UnfinishedDoneView> {
    await this.decisions.takeOverId(id, body.id, actor);
    return { done: true };
  }
}
