import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { InstallCounts, ListingsCoreModule, ObservedUse } from '@portal/listings';
import { InstallDirectory } from '@portal/secrets';
import { ComplianceHttpModule, ComplianceWorkerModule } from './compliance/compliance.module.js';
import { EmbedHttpModule } from './embed/embed.module.js';
import { HistoryHttpModule, HistoryWorkerModule } from './history/history.module.js';
import { HostApiHttpModule } from './host-api/host-api.module.js';
import { HostEventsHttpModule, HostEventsWorkerModule } from './host-events/host-events.module.js';
import { InstallHttpModule, InstallWorkerModule } from './install/install.module.js';
import { CountInstalls } from './install/read/count-installs.js';
import { ActiveInstalls } from './install/read/install-directory.js';
import { ObserveDrive } from './install/read/observe-drive.js';
import { PollingHttpModule, PollingWorkerModule } from './polling/polling.module.js';
import { SettingsHttpModule, SettingsWorkerModule } from './settings/settings.module.js';
import { SubprocessorsHttpModule, SubprocessorsWorkerModule } from './subprocessors/subprocessors.module.js';
import { TenantsHttpModule } from './tenants/tenants.module.js';
import { UnfinishedHttpModule, UnfinishedWorkerModule } from './unfinished/unfinished.module.js';
import { UninstallHttpModule, UninstallWorkerModule } from './uninstall/uninstall.module.js';
import { UpgradesHttpModule, UpgradesWorkerModule } from './upgrades/upgrades.module.js';
import './gauges.js';

/** Global for ports of libs below, which do not know this one: number, use and ids of running installs. */
@Global()
@Module({
  imports: [AuthorsCoreModule, ListingsCoreModule],
  providers: [
    { provide: InstallCounts, useClass: CountInstalls },
    { provide: ObservedUse, useClass: ObserveDrive },
    { provide: InstallDirectory, useClass: ActiveInstalls },
  ],
  exports: [InstallCounts, ObservedUse, InstallDirectory, AuthorsCoreModule],
})
class InstallsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [
    InstallsCoreModule,
    ComplianceHttpModule,
    EmbedHttpModule,
    HistoryHttpModule,
    HostApiHttpModule,
    HostEventsHttpModule,
    InstallHttpModule,
    PollingHttpModule,
    SettingsHttpModule,
    SubprocessorsHttpModule,
    TenantsHttpModule,
    UnfinishedHttpModule,
    UninstallHttpModule,
    UpgradesHttpModule,
  ],
  exports: [InstallsCoreModule, TenantsHttpModule],
})
export class InstallsModule {}

/** For the worker. */
@Module({
  imports: [
    InstallsCoreModule,
    ComplianceWorkerModule,
    HistoryWorkerModule,
    HostEventsWorkerModule,
    InstallWorkerModule,
    PollingWorkerModule,
    SettingsWorkerModule,
    SubprocessorsWorkerModule,
    UnfinishedWorkerModule,
    UninstallWorkerModule,
    UpgradesWorkerModule,
  ],
})
export class InstallsWorkerModule {}
