import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { scheduledJob } from './jobs/scheduled-job.js';
import { AnchorAuditJob } from './audit/anchor-audit.job.js';
import { AuditLog } from './audit/audit-log.js';
import { AuditController } from './audit/audit.controller.js';
import { LastChange } from './audit/last-change.js';
import { SealAudit } from './audit/seal-audit.js';
import { VerifyAudit } from './audit/verify-audit.js';
import { Config } from './config/config.js';
import { KeyManagement, Keyring, LocalKeyring } from './crypto/keyring.js';
import { SealedBox } from './crypto/sealed-box.js';
import { APP_ROLE } from './database/connection/data-source.js';
import { DatabaseModule } from './database/database.module.js';
import { ListExports } from './http/lists/list-exports.js';
import { HealthController } from './health/health.controller.js';
import { Doctor } from './health/read/doctor.js';
import { DoctorController } from './health/doctor.controller.js';
import { ClockOffset } from './health/clock-offset.js';
import { ProcessGauges } from './health/process-gauges.js';
import { ProductGauges } from './health/product-gauges.js';
import { Readiness } from './health/readiness.js';
import { ApiBeat } from './health/api-beat.js';
import { ReadStatus } from './health/read/read-status.js';
import { StatusController } from './health/status.controller.js';
import { StatusRecord } from './health/status-record.repository.js';
import { Stopping } from './process/stopping.js';
import { AccessGuard } from './access/access.guard.js';
import { ErrorFilter } from './http/answers/error.filter.js';
import { Reseal } from './crypto/reseal.js';
import { ResealJob } from './crypto/reseal.job.js';
import { sealedStore } from './crypto/sealed-store.js';
import { SealedStores } from './crypto/sealed-stores.js';
import { EncryptedResponses } from './http/idempotency/encrypted-responses.js';
import { IdempotencyGuard } from './http/idempotency/idempotency.guard.js';
import { IdempotencyKeys } from './http/idempotency/idempotency-keys.js';
import { ReadShare } from './http/limits/read-share.js';
import { RateLimits } from './http/limits/rate-limits.js';
import { createLogger, LOGGER } from './logging/logger.js';
import { PurgeOld } from './retention/purge-old.js';
import './retention/retention.js';
import { MailReaders } from './mail/mail-readers.js';
import { Mailer } from './mail/mailer.js';
import { mailSeal } from './mail/mailed-token.js';
import { SendMailProcessor } from './mail/send-mail.processor.js';
import { OutboundClient } from './outbound/outbound-client.js';
import { Pdfs } from './pdf/pdfs.js';
import { Deliveries } from './events/deliveries.js';
import { DeliveriesController } from './events/deliveries.controller.js';
import { ReceiverBreaker } from './jobs/receiver-breaker.js';
import { StartWork } from './jobs/start-work.js';
import { QueuesController } from './jobs/queues.controller.js';
import { SearchController } from './http/lists/search.controller.js';
import { SearchSources } from './http/lists/search-sources.js';
import { LoginRole } from './database/start/login-role.js';
import { SchemaAtStart, SchemaBeforeWork } from './database/schema/schema-at-start.js';
import { SchemaVersion } from './database/schema/schema-version.js';
import { TestClock } from './database/clock/test-clock.js';

const SHARED = [
  LastChange,
  ClockOffset,
  Deliveries,
  ReceiverBreaker,
  ListExports,
  MailReaders,
  Mailer,
  OutboundClient,
  Pdfs,
  ProcessGauges,
  RateLimits,
  Readiness,
  SchemaVersion,
  SealedBox,
  SearchSources,
  StatusRecord,
  Stopping,
  TestClock,
];

/** For every process: configuration, database, outbox, crypto, outbound client, logging. */
@Global()
@Module({})
export class PlatformModule {
  /** @param role rights of statements without a scope: `CALLER_ROLE` where requests come in */
  static forRoot(config: Config, name: string, role: string = APP_ROLE): DynamicModule {
    return {
      module: PlatformModule,
      imports: [DatabaseModule.as(role)],
      providers: [
        { provide: Config, useValue: config },
        { provide: LOGGER, useFactory: () => createLogger(name, config.logLevel) },
        { provide: KeyManagement, useClass: LocalKeyring },
        { provide: Keyring, inject: [KeyManagement], useFactory: (keys: KeyManagement) => Keyring.from(keys) },
        ...SHARED,
      ],
      exports: [Config, LOGGER, DatabaseModule, ...SHARED],
    };
  }
}

/** Sealing and verifying the audit log, in both processes. */
@Module({ providers: [SealAudit, VerifyAudit], exports: [SealAudit, VerifyAudit] })
class AuditSealsModule {}

/** For the HTTP process: access rules, envelope, error filter, idempotency, health. */
@Module({
  imports: [AuditSealsModule],
  controllers: [
    HealthController,
    StatusController,
    AuditController,
    DeliveriesController,
    DoctorController,
    QueuesController,
    SearchController,
  ],
  providers: [
    ApiBeat,
    AuditLog,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: IdempotencyGuard },
    Doctor,
    IdempotencyKeys,
    LoginRole,
    ProductGauges,
    ReadShare,
    ReadStatus,
    SchemaAtStart,
  ],
})
export class PlatformHttpModule {}

/** For the worker. */
@Module({
  imports: [AuditSealsModule, DiscoveryModule],
  providers: [
    LoginRole,
    SchemaBeforeWork,
    SendMailProcessor,
    PurgeOld,
    scheduledJob('platform.purge-old', PurgeOld),
    Reseal,
    ResealJob,
    scheduledJob('platform.seal-audit', SealAudit),
    EncryptedResponses,
    sealedStore('platform.mail_messages.sealed_token', mailSeal),
    SealedStores,
    AnchorAuditJob,
    StartWork,
  ],
  exports: [StartWork],
})
export class PlatformWorkerModule {}
