import { Module } from '@nestjs/common';
import { ListingsCoreModule } from '@portal/listings';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { PollingHttpModule } from '../polling/polling.module.js';
import { SettingsHttpModule } from '../settings/settings.module.js';
import { TenantsHttpModule } from '../tenants/tenants.module.js';
import { UninstallHttpModule } from '../uninstall/uninstall.module.js';
import { UpgradesHttpModule } from '../upgrades/upgrades.module.js';
import { HostInstallsController } from './host-installs.controller.js';
import { HostInstallRequests } from './host-install-requests.js';
import { HostInstalls } from './host-installs.js';
import { HostSettingsController } from './host-settings.controller.js';
import { HostUpgradesController, HostUpgradePoliciesController } from './host-upgrades.controller.js';

/** Installs, their settings and upgrades for the host platform, by its own ids. */
@Module({
  imports: [
    ListingsCoreModule,
    InstallModule,
    InstallHttpModule,
    PollingHttpModule,
    SettingsHttpModule,
    TenantsHttpModule,
    UninstallHttpModule,
    UpgradesHttpModule,
  ],
  controllers: [HostInstallsController, HostSettingsController, HostUpgradesController, HostUpgradePoliciesController],
  providers: [HostInstallRequests, HostInstalls],
})
export class HostApiHttpModule {}
