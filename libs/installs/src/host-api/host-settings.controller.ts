import { Body } from '@nestjs/common';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { ChangeSettings } from '../settings/change-settings.js';
import { ReadSettings } from '../settings/read-settings.js';
import { InstallSettingsView } from '../settings/settings.view.js';
import { HostSettingsBody } from './host-installs.dto.js';

/** The host reads and changes the settings of a plugin for its operators. */
@ApiController('host', 'api/v1/host/installs/:id/settings')
@RequireRole('host', 'admin')
@HostScope('installs')
export class HostSettingsController {
  constructor(
    private readonly settings: ReadSettings,
    private readonly changeSettings: ChangeSettings,
  ) {}

  /** Get the settings of any install. With their form and their history; secrets are never shown. */
  @GetData('', InstallSettingsView)
  getSettings(@IdParam() id: string) {
    return this.settings.of(id);
  }

  /** Change the settings of an install for an operator. A new version with all values, as when the operator does it. */
  @PostData('', InstallSettingsView)
  async changeInstallSettings(@IdParam() id: string, @Body() body: HostSettingsBody, @CurrentActor() actor: Actor) {
    const { config, expected_version: expectedVersion, reason = null, operator_email: operatorEmail } = body;
    await this.changeSettings.execute(id, { config, expectedVersion, reason }, actor, operatorEmail);
    return this.settings.of(id);
  }
}
