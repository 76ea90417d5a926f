import { Body, Query } from '@nestjs/common';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, SMALL_BODY, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { DriveEventQueries } from '../polling/drive-event-queries.js';
import { DriveEventsQuery } from '../polling/drive-events.dto.js';
import { MetricsView } from '../install/read/installs.view.js';
import { DriveEventView } from '../polling/drive-events.view.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { Uninstall } from '../uninstall/uninstall.js';
import {
  HostInstallBody,
  HostInstallsQuery,
  HostPortfolioQuery,
  HostPreflightQuery,
  HostUninstallBody,
} from './host-installs.dto.js';
import { HostInstallRequests } from './host-install-requests.js';
import { HostInstalls } from './host-installs.js';
import { HostInstallView, HostPortfolioEntryView, HostPreflightView } from './host-installs.view.js';

/** The host platform installs and ends plugins for its operators, and sees how they are. */
@ApiController('host', 'api/v1/host')
@RequireRole('host', 'admin')
@HostScope('installs')
export class HostInstallsController {
  constructor(
    private readonly installs: HostInstalls,
    private readonly requests: HostInstallRequests,
    private readonly uninstall: Uninstall,
    private readonly queries: InstallQueries,
    private readonly driveEvents: DriveEventQueries,
  ) {}

  /**
   * Check an install in advance. Whether a plugin can be installed into a venture now, each refusal with its code, and
   * what an install has to agree to. Changes nothing.
   */
  @GetData('preflight', HostPreflightView)
  checkInstall(@Query() query: HostPreflightQuery) {
    return this.requests.preflight(query);
  }

  /** Get the portfolio of a tenant. Each plugin that has not ended: state, health, problems, and what it costs. */
  @GetPage('portfolio', HostPortfolioEntryView)
  portfolio(@Query() { tenant, limit, cursor }: HostPortfolioQuery) {
    return this.installs.portfolio(tenant, limit, cursor);
  }

  /** List installs. Of all tenants, newest first. */
  @GetPage('installs', HostInstallView)
  listInstalls(@Query() query: HostInstallsQuery) {
    return this.installs.list(query);
  }

  /** Get an install. Of any tenant. */
  @GetData('installs/:id', HostInstallView)
  getInstall(@IdParam() id: string) {
    return this.installs.one(id);
  }

  /** List the events of any install. That the plugin reported, newest first, for as long as events are kept. */
  @GetPage('installs/:id/events', DriveEventView)
  async listInstallEvents(@IdParam() id: string, @Query() query: DriveEventsQuery) {
    await this.installs.one(id);
    return this.driveEvents.ofInstall(id, query);
  }

  /** Get the metrics of any install. As the plugin last reported them. */
  @GetData('installs/:id/metrics', MetricsView)
  async getInstallMetrics(@IdParam() id: string) {
    await this.installs.one(id);
    return this.queries.metrics(id);
  }

  /**
   * Install a plugin for an operator. Whose consent you have. All conditions are checked at once, as for the operator; the
   * plugin is notified in the background.
   */
  @PostData('installs', HostInstallView, { status: 202 })
  async installPlugin(
    @Body() { tenant, venture, drive, operator_email: operatorEmail, ...agreed }: HostInstallBody,
    @CurrentActor() actor: Actor,
  ) {
    const id = await this.requests.install({ tenant, venture, drive }, agreed, { operatorEmail, actor });
    return this.installs.one(id);
  }

  /** Uninstall a plugin of any tenant. It is accepted at once and ends billing; the plugin is notified in the background. */
  @PostData('installs/:id/uninstall', HostInstallView, { status: 202 })
  @BodyLimit(SMALL_BODY)
  async uninstallPlugin(@IdParam() id: string, @Body() { reason }: HostUninstallBody, @CurrentActor() actor: Actor) {
    await this.uninstall.executeForHost(id, reason, actor);
    return this.installs.one(id);
  }
}
