import { Module } from '@nestjs/common';
import { ApprovalsModule, capableThing } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { ListingsCoreModule } from '@portal/listings';
import { sealedStore } from '@portal/platform/crypto';
import { SecretsCoreModule } from '@portal/secrets';
import { CallPlansRepository } from './plan/call-plans.repository.js';
import { FailInstall } from './handshake/fail-install.js';
import { ComplianceRepository } from './compliance.repository.js';
import { DriveNotices } from './drive-notices.js';
import { AuthorInstallsController } from './http/author-installs.controller.js';
import { OperatorTimelineController, OperatorController } from './http/operator.controller.js';
import { InstallGates } from './install-gates.js';
import { InstallPrices } from './install-prices.js';
import { InstallsRepository } from './installs.repository.js';
import { PerformHandshake } from './handshake/perform-handshake.js';
import { AuthorInstalls } from './read/author-installs.js';
import { CapableInstall } from './read/capable-install.js';
import { InstallQueries } from './read/install-queries.js';
import { InstallTimeline } from './read/install-timeline.js';
import { PluginQuery } from './read/plugin.js';
import { PluginFacts } from './read/plugin-facts.js';
import { SearchInstalls } from './read/search-installs.js';
import { RecordHandshake } from './handshake/record-handshake.js';
import { RevokeAtDrive } from './handshake/revoke-at-drive.js';
import { SendHandshake } from './handshake/send-handshake.js';
import { RequestInstall } from './request-install.js';
import { tokenSeal } from './handshake/sealed-tokens.js';
import { SettingsCoreModule } from '../settings/settings-core.module.js';
import { SyncTenantStatus } from './sync-tenant-status.js';
import { WatchToken } from './handshake/watch-token.js';
import { INSTALL_PROCESSORS } from './install.processors.js';

const CORE = [CallPlansRepository, ComplianceRepository, FailInstall, InstallPrices, InstallsRepository, WatchToken];

/** Installs and compliance records as rows, and prices of installs. */
@Module({
  imports: [ListingsCoreModule, SecretsCoreModule, SettingsCoreModule],
  providers: CORE,
  exports: CORE,
})
export class InstallModule {}

/** Installs as operators see them. */
@Module({ providers: [InstallQueries], exports: [InstallQueries] })
export class InstallReadsModule {}

/** Installing, and installs as operators and authors see them. */
@Module({
  imports: [
    ApprovalsModule,
    AuthorsCoreModule,
    ListingsCoreModule,
    InstallModule,
    InstallReadsModule,
    SettingsCoreModule,
  ],
  controllers: [AuthorInstallsController, OperatorController, OperatorTimelineController],
  providers: [
    AuthorInstalls,
    ...capableThing(CapableInstall),
    InstallGates,
    InstallTimeline,
    PluginQuery,
    PluginFacts,
    RequestInstall,
    SearchInstalls,
  ],
  exports: [InstallGates, InstallReadsModule, PluginFacts, RequestInstall],
})
export class InstallHttpModule {}

/** The handshake with the Drive, the status of tenants, and operators' notices about a Drive. */
@Module({
  imports: [
    AuthorsCoreModule,
    IdentityCoreModule,
    ListingsCoreModule,
    SecretsCoreModule,
    InstallModule,
    SettingsCoreModule,
  ],
  providers: [
    ...INSTALL_PROCESSORS,
    DriveNotices,
    PerformHandshake,
    RecordHandshake,
    RevokeAtDrive,
    sealedStore('installs.installs.scoped_token', tokenSeal),
    SendHandshake,
    SyncTenantStatus,
  ],
  exports: [DriveNotices, PerformHandshake, RevokeAtDrive, SendHandshake],
})
export class InstallWorkerModule {}
