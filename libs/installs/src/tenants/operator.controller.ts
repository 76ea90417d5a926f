import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Sse,
  UseGuards,
  type MessageEvent,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, type Page } from '@portal/kernel';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { LiveFeed, streamGuard } from '@portal/platform/events';
import { ApiData, ApiPage, PageQuery } from '@portal/platform/http';
import type { Observable } from 'rxjs';
import { AnswerPrompt } from '../upgrades/answer-prompt.js';
import { installsErrors } from '../errors.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { PluginQuery } from '../install/read/plugin.js';
import { RefreshInstall } from '../install/refresh-install.js';
import { RequestInstall } from '../install/request-install.js';
import { SetUpgradePolicy } from '../upgrades/set-upgrade-policy.js';
import { ReconsiderPrompt } from '../upgrades/reconsider-prompt.js';
import { SnoozePrompt } from '../upgrades/snooze-prompt.js';
import { Uninstall } from '../install/uninstall.js';
import {
  AcceptUpgradeBody,
  InstallsQuery,
  RequestInstallBody,
  UninstallBody,
  UpgradePolicyBody,
} from '../install/http/installs.dto.js';
import {
  DriveEventView,
  InstallView,
  MetricsView,
  PluginView,
  RefreshView,
  UpgradePolicyView,
  UpgradeView,
  VentureView,
} from '../install/http/installs.view.js';

/** Somebody else's install and none at all give the same answer. */
async function own(queries: InstallQueries, id: string, actor: Actor): Promise<InstallView> {
  const install = await queries.find(id, scopeIds(actor, 'operator'));
  if (!install) throw new AppError(installsErrors.install_not_found);
  return install;
}

@ApiTags('operator')
@Controller('api/v1/operator')
@RequireRole('operator')
export class OperatorController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly plugins: PluginQuery,
    private readonly requestInstall: RequestInstall,
    private readonly refreshInstall: RefreshInstall,
    private readonly answerPrompt: AnswerPrompt,
    private readonly uninstall: Uninstall,
    private readonly setUpgradePolicy: SetUpgradePolicy,
    private readonly snoozePrompt: SnoozePrompt,
    private readonly reconsiderPrompt: ReconsiderPrompt,
    private readonly live: LiveFeed,
  ) {}

  @Get('ventures')
  @ApiPage(VentureView)
  async ventures(@CurrentActor() actor: Actor): Promise<Page<VentureView>> {
    return { items: await this.queries.ventures(scopeIds(actor, 'operator')), next_cursor: null };
  }

  @Get('tenants/:tenantId/upgrade-policy')
  @ApiData(UpgradePolicyView)
  policy(@Param('tenantId', ParseUUIDPipe) tenantId: string, @CurrentActor() actor: Actor): Promise<UpgradePolicyView> {
    if (!scopeIds(actor, 'operator').includes(tenantId)) throw new AppError(installsErrors.unknown_tenant);
    return this.queries.upgradePolicy(tenantId);
  }

  @Post('tenants/:tenantId/upgrade-policy')
  @HttpCode(200)
  @ApiData(UpgradePolicyView)
  async setPolicy(
    @Param('tenantId', ParseUUIDPipe) tenantId: string,
    @Body() body: UpgradePolicyBody,
    @CurrentActor() actor: Actor,
  ): Promise<UpgradePolicyView> {
    const { revision, ...policy } = body;
    await this.setUpgradePolicy.execute(tenantId, policy, actor, revision);
    return this.queries.upgradePolicy(tenantId);
  }

  @Get('plugins/:slug')
  @ApiData(PluginView)
  async plugin(@CurrentActor() actor: Actor, @Param('slug') slug: string): Promise<PluginView> {
    const plugin = await this.plugins.bySlug(slug, scopeIds(actor, 'operator'));
    if (!plugin) throw new AppError(installsErrors.plugin_not_found);
    return plugin;
  }

  @Get('installs')
  @ApiPage(InstallView)
  list(@Query() query: InstallsQuery, @CurrentActor() actor: Actor): Promise<Page<InstallView>> {
    return this.queries.list(scopeIds(actor, 'operator'), query);
  }

  @Post('installs')
  @HttpCode(202)
  @ApiData(InstallView, { status: 202 })
  async install(@Body() body: RequestInstallBody, @CurrentActor() actor: Actor): Promise<InstallView> {
    const id = await this.requestInstall.execute(
      {
        ventureId: body.venture_id,
        driveId: body.drive_id,
        digest: body.digest,
        permissions: body.permissions,
        config: body.config,
        ...(body.amount_minor === undefined ? {} : { amount_minor: body.amount_minor }),
        ...(body.currency === undefined ? {} : { currency: body.currency }),
      },
      actor,
    );
    return own(this.queries, id, actor);
  }

  @Get('installs/:id')
  @ApiData(InstallView)
  get(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallView> {
    return own(this.queries, id, actor);
  }

  @Sse('installs/:id/live')
  @UseGuards(streamGuard(InstallQueries, own))
  watch(@Param('id', ParseUUIDPipe) id: string, @Headers('last-event-id') last?: string): Observable<MessageEvent> {
    return this.live.sse(`install:${id}`, last);
  }

  @Post('installs/:id/refresh')
  @HttpCode(200)
  @ApiData(RefreshView, { description: 'Reads events, metrics and health now' })
  async refresh(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<RefreshView> {
    await own(this.queries, id, actor);
    // The install is the caller's; the key that signs the calls is its author's and stays the product's.
    const { reachable, eventsNew, problem } = await bypassRowSecurity(() => this.refreshInstall.execute(id));
    return { reachable, events_new: eventsNew, problem };
  }

  @Get('installs/:id/events')
  @ApiPage(DriveEventView)
  async events(
    @Param('id', ParseUUIDPipe) id: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
  ): Promise<Page<DriveEventView>> {
    await own(this.queries, id, actor);
    return this.queries.events(id, query.limit, query.cursor);
  }

  @Get('installs/:id/metrics')
  @ApiData(MetricsView)
  async metrics(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<MetricsView> {
    await own(this.queries, id, actor);
    return this.queries.metrics(id);
  }

  @Get('installs/:id/upgrade')
  @ApiData(UpgradeView)
  async upgrade(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<UpgradeView> {
    await own(this.queries, id, actor);
    const prompt = await this.queries.upgrade(id);
    if (!prompt) throw new AppError(installsErrors.no_upgrade);
    return prompt;
  }

  @Post('installs/:id/upgrade/accept')
  @HttpCode(200)
  @ApiData(InstallView)
  async accept(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: AcceptUpgradeBody,
    @CurrentActor() actor: Actor,
  ): Promise<InstallView> {
    await this.answerPrompt.accept(id, body, actor);
    return own(this.queries, id, actor);
  }

  @Post('installs/:id/upgrade/decline')
  @HttpCode(200)
  @ApiData(InstallView)
  async decline(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<InstallView> {
    await this.answerPrompt.decline(id, actor);
    return own(this.queries, id, actor);
  }

  /** Answer later: the next reminder comes in a week, and none before. */
  @Post('installs/:id/upgrade/snooze')
  @HttpCode(200)
  @ApiData(UpgradeView)
  async snooze(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<UpgradeView> {
    await this.snoozePrompt.execute(id, actor);
    return (await this.queries.upgrade(id))!;
  }

  /** Ask again about a version that was declined, as long as no newer one is offered. */
  @Post('installs/:id/upgrade/reconsider')
  @HttpCode(200)
  @ApiData(UpgradeView)
  async reconsider(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<UpgradeView> {
    await this.reconsiderPrompt.execute(id, actor);
    return (await this.queries.upgrade(id))!;
  }

  @Post('installs/:id/uninstall')
  @HttpCode(202)
  @ApiData(InstallView, { status: 202 })
  async end(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: UninstallBody,
    @CurrentActor() actor: Actor,
  ): Promise<InstallView> {
    await this.uninstall.execute(id, body.confirm, actor);
    return own(this.queries, id, actor);
  }
}
