import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { ListingsCoreModule } from '@portal/listings';
import { SecretsCoreModule } from '@portal/secrets';
import { scheduledJob } from '@portal/platform/jobs';
import { ActivateInstall } from './handshake/activate-install.js';
import { HistoryCoreModule } from '../history/history-core.module.js';
import { CallPlansRepository } from './plan/call-plans.repository.js';
import { FailInstall } from './handshake/fail-install.js';
import { ClaimHandshake } from './handshake/claim-handshake.js';
import { ComplianceRepository } from './compliance.repository.js';
import { BillingSummariesRepository } from './polling/billing-summaries.repository.js';
import { CallInstall } from './polling/call-install.js';
import { DriveEventsRepository } from './polling/drive-events.repository.js';
import { EventFeedsRepository } from './polling/event-feeds.repository.js';
import { JudgeFeed } from './polling/judge-feed.js';
import { ReadEvents } from './polling/read-events.js';
import { BeginLook } from './polling/begin-look.js';
import { DrivePollsRepository } from './polling/drive-polls.repository.js';
import { EndLook } from './polling/end-look.js';
import { LoadInstalls } from './polling/load-installs.js';
import { ReadDrive } from './polling/read-drive.js';
import { ReadableInstallsRepository } from './polling/readable-installs.repository.js';
import { ReadInstall } from './polling/read-install.js';
import { ReadLastEvents } from './polling/read-last-events.js';
import { ReadingsRepository } from './polling/readings.repository.js';
import { DriveEventQueries } from './events/drive-event-queries.js';
import { ForgetEvents } from './events/forget-events.js';
import { OldEventsRepository } from './events/old-events.repository.js';
import { DriveNotices } from './drive-notices.js';
import {
  DeprecationNoticeProcessor,
  DeprecationWithdrawnProcessor,
  OriginChangedProcessor,
} from './drive-notices.processors.js';
import { AuthorInstallsController } from './http/author-installs.controller.js';
import { AuthorReadingController } from './http/author-reading.controller.js';
import { OperatorReadingController } from './http/operator-reading.controller.js';
import { OperatorTimelineController } from './http/operator-timeline.controller.js';
import { OperatorController } from './http/operator.controller.js';
import { InsertInstall } from './insert-install.js';
import { InstallGates } from './install-gates.js';
import { InstallPrices } from './install-prices.js';
import { InstallEntity, TenantEntity, VentureEntity } from './install.entity.js';
import { InstallsRepository } from './installs.repository.js';
import { PerformHandshake } from './handshake/perform-handshake.js';
import { PerformHandshakeProcessor } from './handshake/perform-handshake.processor.js';
import { PollEventsJob, PollSlowDrivesJob } from './polling/poll-events.job.js';
import { PollInstalls } from './polling/poll-installs.js';
import { AuthorInstalls } from './read/author-installs.js';
import { InstallQueries } from './read/install-queries.js';
import { InstallTimeline } from './read/install-timeline.js';
import { PluginQuery } from './read/plugin.js';
import { PluginFacts } from './read/plugin-facts.js';
import { ReadingQueries } from './read/reading-queries.js';
import { SearchInstalls } from './read/search-installs.js';
import { RecordHandshake } from './handshake/record-handshake.js';
import { EndpointBreaker } from './polling/endpoint-breaker.js';
import { RefreshInstall } from './polling/refresh-install.js';
import { RevokeAtDrive } from './handshake/revoke-at-drive.js';
import { SendHandshake } from './handshake/send-handshake.js';
import { RequestInstall } from './request-install.js';
import { SealedTokens } from './handshake/sealed-tokens.js';
import { PreviewSettings } from './read/preview-settings.js';
import { SettingsCoreModule } from '../settings/settings-core.module.js';
import { SyncTenantStatus } from './sync-tenant-status.js';
import { WatchToken } from './handshake/watch-token.js';
import { TenantResumedProcessor, TenantSuspendedProcessor } from './tenant-status.processors.js';

/**
 * Installs and compliance records as rows, prices of installs, and reading events, metrics and health of their
 * Drives.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([InstallEntity, TenantEntity, VentureEntity]),
    HistoryCoreModule,
    ListingsCoreModule,
    SecretsCoreModule,
    SettingsCoreModule,
  ],
  providers: [
    BillingSummariesRepository,
    CallInstall,
    CallPlansRepository,
    ComplianceRepository,
    DriveEventsRepository,
    EndpointBreaker,
    EventFeedsRepository,
    FailInstall,
    InstallPrices,
    InstallsRepository,
    JudgeFeed,
    LoadInstalls,
    ReadEvents,
    ReadInstall,
    ReadLastEvents,
    ReadableInstallsRepository,
    ReadingsRepository,
    RefreshInstall,
    WatchToken,
  ],
  exports: [
    CallPlansRepository,
    ComplianceRepository,
    EventFeedsRepository,
    FailInstall,
    InstallPrices,
    InstallsRepository,
    LoadInstalls,
    ReadInstall,
    ReadLastEvents,
    ReadableInstallsRepository,
    ReadingsRepository,
    RefreshInstall,
    WatchToken,
  ],
})
export class InstallModule {}

/** Installing, and installs as operators and authors see them. */
@Module({
  imports: [AuthorsCoreModule, ListingsCoreModule, InstallModule, SettingsCoreModule],
  controllers: [
    AuthorInstallsController,
    AuthorReadingController,
    OperatorController,
    OperatorReadingController,
    OperatorTimelineController,
  ],
  providers: [
    AuthorInstalls,
    DriveEventQueries,
    InsertInstall,
    InstallGates,
    InstallQueries,
    InstallTimeline,
    PluginQuery,
    PluginFacts,
    PreviewSettings,
    ReadingQueries,
    RequestInstall,
    SearchInstalls,
  ],
  exports: [DriveEventQueries, InstallGates, InstallQueries, RequestInstall],
})
export class InstallHttpModule {}

/** The handshake with the Drive, polling, the status of tenants, and operators' notices about a Drive. */
@Module({
  imports: [IdentityCoreModule, ListingsCoreModule, SecretsCoreModule, InstallModule, SettingsCoreModule],
  providers: [
    ActivateInstall,
    BeginLook,
    ClaimHandshake,
    DeprecationNoticeProcessor,
    DeprecationWithdrawnProcessor,
    DriveNotices,
    DrivePollsRepository,
    EndLook,
    ForgetEvents,
    scheduledJob('installs.forget-events', ForgetEvents),
    OldEventsRepository,
    OriginChangedProcessor,
    PerformHandshake,
    PerformHandshakeProcessor,
    PollEventsJob,
    PollInstalls,
    PollSlowDrivesJob,
    ReadDrive,
    RecordHandshake,
    RevokeAtDrive,
    SealedTokens,
    SendHandshake,
    SyncTenantStatus,
    TenantResumedProcessor,
    TenantSuspendedProcessor,
  ],
  exports: [DriveNotices, PerformHandshake, RevokeAtDrive, SendHandshake],
})
export class InstallWorkerModule {}
