import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { InstallCounts, ListingsCoreModule, ObservedUse } from '@portal/listings';
import { registerEntities } from '@portal/platform';
import { InstallDirectory, SecretsCoreModule } from '@portal/secrets';
import { AnswerPrompt } from './answer-prompt.js';
import { CloseKeysOfLeft } from './close-keys-of-left.js';
import { DriveNotices } from './drive-notices.js';
import { EndInstall } from './end-install.js';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';
import { EnsureDemoTenants } from './ensure-demo-tenants.js';
import { FollowStanding } from './follow-standing.js';
import { ForecastUpgrade } from './forecast-upgrade.js';
import { FinanceVenturesController } from './http/finance-ventures.controller.js';
import { AuthorInstallsController } from './http/author-installs.controller.js';
import { ForecastsController } from './http/forecasts.controller.js';
import { HostController } from './http/host.controller.js';
import { OperatorController } from './http/operator.controller.js';
import { CloseKeysOfLeftJob } from './jobs/close-keys-of-left.job.js';
import {
  EndInstallsProcessor,
  MailRemindedUpgradesProcessor,
  OpenPromptsProcessor,
  PerformHandshakeProcessor,
  PollEventsJob,
  RemindUpgradesJob,
  RevokeInstallProcessor,
  SunsetNoticeProcessor,
  OriginChangedProcessor,
  SunsetWithdrawnProcessor,
} from './jobs/installs.processors.js';
import { ReassessUpgradesProcessor } from './jobs/compliance.processors.js';
import { TenantResumedProcessor, TenantSuspendedProcessor } from './jobs/standing.processors.js';
import { InstallPrices } from './install-prices.js';
import { MailRemindedUpgrades } from './mail-reminded-upgrades.js';
import { ManageTenants } from './manage-tenants.js';
import { OperatorMails } from './operator-mails.js';
import { OperatorsQuery } from './read/operators.js';
import { RemoveOperator } from './remove-operator.js';
import { AddOperator } from './add-operator.js';
import { OpenPrompts } from './open-prompts.js';
import { PerformHandshake } from './perform-handshake.js';
import { ComplianceRepository } from './persistence/compliance.repository.js';
import { DriveEventsRepository } from './persistence/drive-events.repository.js';
import { InstallEntity, TenantEntity, VentureEntity } from './persistence/install.entity.js';
import { InstallsRepository } from './persistence/installs.repository.js';
import { PromptsRepository } from './persistence/prompts.repository.js';
import { SealedTokens } from './persistence/sealed-tokens.js';
import { PlanUpgrades } from './plan-upgrades.js';
import { PollInstalls } from './poll-installs.js';
import { AdoptionQuery } from './read/adoption.js';
import { AuthorInstalls } from './read/author-installs.js';
import { SearchInstalls } from './read/search-installs.js';
import { CountInstalls } from './read/count-installs.js';
import { ActiveInstalls } from './read/install-directory.js';
import { InstallQueries } from './read/install-queries.js';
import { ObserveDrive } from './read/observe-drive.js';
import { PluginQuery } from './read/plugin.js';
import { TenantComplianceQuery } from './read/tenant-compliance.js';
import { ReassessUpgrades } from './reassess-upgrades.js';
import { RefreshInstall } from './refresh-install.js';
import { RemindUpgrades } from './remind-upgrades.js';
import { RequestInstall } from './request-install.js';
import { RevokeInstall } from './revoke-install.js';
import { SetTenantCompliance } from './set-tenant-compliance.js';
import { SetTenantCurrency } from './set-tenant-currency.js';
import { SetUpgradePolicy } from './set-upgrade-policy.js';
import { ReconsiderPrompt } from './reconsider-prompt.js';
import { SnoozePrompt } from './snooze-prompt.js';
import { Uninstall } from './uninstall.js';

registerEntities(TenantEntity, VentureEntity, InstallEntity);

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
  FollowStanding,
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
  imports: [AuthorsCoreModule, IdentityCoreModule, ListingsCoreModule, SecretsCoreModule],
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
    SunsetNoticeProcessor,
    OriginChangedProcessor,
    SunsetWithdrawnProcessor,
    TenantSuspendedProcessor,
    TenantResumedProcessor,
  ],
})
export class InstallsWorkerModule {}
