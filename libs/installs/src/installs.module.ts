import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { InstallCounts, ListingsCoreModule, ObservedUse } from '@portal/listings';
import { InstallDirectory, SecretsCoreModule } from '@portal/secrets';
import { AnswerPrompt } from './upgrades/answer-prompt.js';
import { CloseKeysOfLeft } from './install/close-keys-of-left.js';
import { DriveNotices } from './install/drive-notices.js';
import { EndInstall } from './install/end-install.js';
import { EndInstallsOfDrive } from './install/end-installs-of-drive.js';
import { EnsureDemoTenants } from './tenants/ensure-demo-tenants.js';
import { SyncTenantStatus } from './install/sync-tenant-status.js';
import { ForecastUpgrade } from './upgrades/forecast-upgrade.js';
import { FinanceVenturesController } from './tenants/finance-ventures.controller.js';
import { AuthorInstallsController } from './install/http/author-installs.controller.js';
import { ForecastsController } from './upgrades/forecasts.controller.js';
import { HostController } from './install/http/host.controller.js';
import { OperatorController } from './tenants/operator.controller.js';
import { CloseKeysOfLeftJob } from './install/close-keys-of-left.job.js';
import {
  EndInstallsProcessor,
  MailRemindedUpgradesProcessor,
  OpenPromptsProcessor,
  PerformHandshakeProcessor,
  PollEventsJob,
  RemindUpgradesJob,
  RevokeInstallProcessor,
  DeprecationNoticeProcessor,
  OriginChangedProcessor,
  DeprecationWithdrawnProcessor,
} from './install/installs.processors.js';
import { ReassessUpgradesProcessor } from './tenants/compliance.processors.js';
import { TenantResumedProcessor, TenantSuspendedProcessor } from './install/tenant-status.processors.js';
import { InstallPrices } from './install/install-prices.js';
import { MailRemindedUpgrades } from './upgrades/mail-reminded-upgrades.js';
import { ManageTenants } from './tenants/manage-tenants.js';
import { OperatorMails } from './tenants/operator-mails.js';
import { OperatorsQuery } from './tenants/operators.js';
import { RemoveOperator } from './tenants/remove-operator.js';
import { AddOperator } from './tenants/add-operator.js';
import { OpenPrompts } from './upgrades/open-prompts.js';
import { PerformHandshake } from './install/perform-handshake.js';
import { ComplianceRepository } from './tenants/compliance.repository.js';
import { DriveEventsRepository } from './install/drive-events.repository.js';
import { InstallEntity, TenantEntity, VentureEntity } from './install/install.entity.js';
import { InstallsRepository } from './install/installs.repository.js';
import { PromptsRepository } from './upgrades/prompts.repository.js';
import { SealedTokens } from './install/sealed-tokens.js';
import { PlanUpgrades } from './upgrades/plan-upgrades.js';
import { PollInstalls } from './install/poll-installs.js';
import { AdoptionQuery } from './upgrades/adoption.js';
import { AuthorInstalls } from './install/read/author-installs.js';
import { SearchInstalls } from './install/read/search-installs.js';
import { CountInstalls } from './install/read/count-installs.js';
import { ActiveInstalls } from './install/read/install-directory.js';
import { InstallQueries } from './install/read/install-queries.js';
import { ObserveDrive } from './install/read/observe-drive.js';
import { PluginQuery } from './install/read/plugin.js';
import { TenantComplianceQuery } from './tenants/tenant-compliance.js';
import { ReassessUpgrades } from './upgrades/reassess-upgrades.js';
import { RefreshInstall } from './install/refresh-install.js';
import { RemindUpgrades } from './upgrades/remind-upgrades.js';
import { RequestInstall } from './install/request-install.js';
import { RevokeInstall } from './install/revoke-install.js';
import { SetTenantCompliance } from './tenants/set-tenant-compliance.js';
import { SetTenantCurrency } from './tenants/set-tenant-currency.js';
import { SetUpgradePolicy } from './upgrades/set-upgrade-policy.js';
import { ReconsiderPrompt } from './upgrades/reconsider-prompt.js';
import { SnoozePrompt } from './upgrades/snooze-prompt.js';
import { Uninstall } from './install/uninstall.js';

const PROVIDERS = [
  AddOperator,
  AdoptionQuery,
  AuthorInstalls,
  AnswerPrompt,
  ComplianceRepository,
  DriveEventsRepository,
  DriveNotices,
  EndInstall,
  EndInstallsOfDrive,
  EnsureDemoTenants,
  SyncTenantStatus,
  ForecastUpgrade,
  InstallPrices,
  InstallQueries,
  InstallsRepository,
  MailRemindedUpgrades,
  ManageTenants,
  OpenPrompts,
  OperatorMails,
  OperatorsQuery,
  PerformHandshake,
  PlanUpgrades,
  PluginQuery,
  PollInstalls,
  PromptsRepository,
  ReassessUpgrades,
  RefreshInstall,
  RemindUpgrades,
  RemoveOperator,
  RequestInstall,
  RevokeInstall,
  SetTenantCompliance,
  SetTenantCurrency,
  SetUpgradePolicy,
  SnoozePrompt,
  ReconsiderPrompt,
  TenantComplianceQuery,
  Uninstall,
];

/** Global for ports of libs below, which do not know this one: how many installs there are, what they do, which ones run. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([InstallEntity, TenantEntity, VentureEntity]),
    AuthorsCoreModule,
    IdentityCoreModule,
    ListingsCoreModule,
    SecretsCoreModule,
  ],
  providers: [
    ...PROVIDERS,
    { provide: InstallCounts, useClass: CountInstalls },
    { provide: ObservedUse, useClass: ObserveDrive },
    { provide: InstallDirectory, useClass: ActiveInstalls },
  ],
  exports: [...PROVIDERS, InstallCounts, ObservedUse, InstallDirectory, AuthorsCoreModule],
})
export class InstallsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [InstallsCoreModule],
  providers: [SearchInstalls],
  controllers: [
    AuthorInstallsController,
    FinanceVenturesController,
    ForecastsController,
    HostController,
    OperatorController,
  ],
  exports: [InstallsCoreModule],
})
export class InstallsModule {}

/** For the worker. */
@Module({
  imports: [InstallsCoreModule, SecretsCoreModule],
  providers: [
    CloseKeysOfLeft,
    CloseKeysOfLeftJob,
    EndInstallsProcessor,
    MailRemindedUpgradesProcessor,
    OpenPromptsProcessor,
    PerformHandshakeProcessor,
    PollEventsJob,
    ReassessUpgradesProcessor,
    RemindUpgradesJob,
    RevokeInstallProcessor,
    SealedTokens,
    DeprecationNoticeProcessor,
    OriginChangedProcessor,
    DeprecationWithdrawnProcessor,
    TenantSuspendedProcessor,
    TenantResumedProcessor,
  ],
})
export class InstallsWorkerModule {}
