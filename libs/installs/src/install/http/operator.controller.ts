import { Body, Param, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { installsErrors } from '../../errors.js';
import { authorizedInstall } from '../authorized-install.js';
import { InstallsQuery, RequestInstallBody } from './installs.dto.js';
import { InstallQueries } from '../read/install-queries.js';
import { InstallTimeline } from '../read/install-timeline.js';
import { InstallStepView } from '../read/install-timeline.view.js';
import { InstallView, MetricsView, PluginView } from '../read/installs.view.js';
import { PluginQuery } from '../read/plugin.js';
import { RequestInstall } from '../request-install.js';

@ApiController('operator', 'api/v1/operator')
@RequireRole('operator')
export class OperatorController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly plugins: PluginQuery,
    private readonly requestInstall: RequestInstall,
  ) {}

  /**
   * Get a plugin before installing it. Permissions, settings, prices, and what prevents an install for each of your
   * tenants. Also while nobody can install it, until it has ended.
   */
  @GetData('plugins/:slug', PluginView)
  async plugin(@CurrentActor() actor: Actor, @Param('slug') slug: string) {
    const plugin = await this.plugins.bySlug(slug, scopeIds(actor, 'operator'));
    if (!plugin) throw installsErrors.plugin_not_found();
    return plugin;
  }

  /** List installs. Of the tenants that you operate. */
  @GetPage('installs', InstallView)
  list(@Query() query: InstallsQuery, @CurrentActor() actor: Actor) {
    return this.queries.list(scopeIds(actor, 'operator'), query);
  }

  /**
   * Install a plugin. Into one venture. All conditions are checked at once; the plugin is notified in the background.
   */
  @PostData('installs', InstallView, { status: 202 })
  async install(@Body() body: RequestInstallBody, @CurrentActor() actor: Actor) {
    const { venture_id: ventureId, drive_id: driveId, ...agreed } = body;
    const id = await this.requestInstall.execute({ ...agreed, ventureId, driveId }, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Get an install. With its permissions, settings, price and health. */
  @GetData('installs/:id', InstallView)
  get(@IdParam() id: string, @CurrentActor() actor: Actor) {
    return authorizedInstall(this.queries, id, actor);
  }

  /** Get the metrics of an install. As the plugin last reported them. */
  @GetData('installs/:id/metrics', MetricsView)
  async metrics(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.queries, id, actor);
    return this.queries.metrics(id);
  }
}

@RequireRole('operator')
@ApiController('operator', 'api/v1/operator/installs/:id/timeline')
export class OperatorTimelineController {
  constructor(
    private readonly installs: InstallQueries,
    private readonly timeline: InstallTimeline,
  ) {}

  /** List what happened to an install. Newest first, with who did it. */
  @GetPage('', InstallStepView)
  async timelineOfInstall(@IdParam() id: string, @Query() query: PageQuery, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.installs, id, actor);
    return this.timeline.page(id, actor, query);
  }
}
