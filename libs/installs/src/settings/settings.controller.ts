import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { authorizedInstall } from '../install/authorized-install.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { ChangeSettings } from './change-settings.js';
import { ReadSettings } from './read-settings.js';
import { ChangeSettingsBody } from './settings.dto.js';
import { InstallSettingsView } from './settings.view.js';

/** Settings of an install, which its operator changes while the plugin runs. */
@ApiController('operator', 'api/v1/operator/installs/:id/settings')
@RequireRole('operator')
export class SettingsController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly settings: ReadSettings,
    private readonly changeSettings: ChangeSettings,
  ) {}

  /** Get the settings of an install. With their form and their history; secrets are never shown. */
  @GetData('', InstallSettingsView)
  async get(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.queries, id, actor);
    return this.settings.of(id);
  }

  /**
   * Change the settings of an install. A new version with all values, checked by the form of the plugin. The plugin is
   * notified if it accepts changed settings.
   */
  @PostData('', InstallSettingsView)
  async change(@IdParam() id: string, @Body() body: ChangeSettingsBody, @CurrentActor() actor: Actor) {
    const { config, expected_version: expectedVersion, reason = null } = body;
    await this.changeSettings.execute(id, { config, expectedVersion, reason }, actor);
    return this.settings.of(id);
  }
}
