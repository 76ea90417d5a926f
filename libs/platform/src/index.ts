export { Config, type KeyEncryptionKey, type Mode } from './config/config.js';
export { ConfigError, SECRET_VARIABLES, VARIABLES, readVariables, type VariableName } from './config/variables.js';
export { APP_ROLE, CALLER_ROLE, createDataSource } from './database/data-source.js';
export {
  bypassRowSecurity,
  bypassRowSecurityFor,
  currentScope,
  keepScope,
  NOBODY_SCOPE,
  grantOwnership,
  SYSTEM_SCOPE,
  withScope,
  type DataScope,
} from './database/data-scope.js';
export { Database } from './database/database.js';
export { bigintColumn, SnakeNamingStrategy } from './database/entities.js';
export { assertNoOpenTransaction, hasOpenTransaction } from './database/open-transaction.js';
export { PortalClock } from './database/portal-clock.js';
export { assertExpectedVersion, revisionOf, type Facts } from './database/revision.js';
export { takeLock } from './database/take-lock.js';
export { sqlState, Transactor, violatedConstraint } from './database/transactor.js';
export type { Tx } from './database/tx.js';
export { Audit, type AuditEntry } from './audit/audit.js';
export { LastChange, type Change } from './audit/last-change.js';
export { SealAudit } from './audit/seal-audit.js';
export { VerifyAudit, type AuditHead, type AuditProblem, type AuditVerification } from './audit/verify-audit.js';
export { fingerprint, SealBroken, SealedBox, sha256Hex, type SealContext } from './crypto/sealed-box.js';
export { KeyManagement, Keyring, LocalKeyring } from './crypto/keyring.js';
export { Reseal, type ResealProgress, type ResealResult } from './crypto/reseal.js';
export { ResealJob } from './crypto/reseal.job.js';
export { SealedStores } from './crypto/sealed-stores.js';
export { SealedStore, type SealedValue } from './crypto/sealed-store.js';
export { isWellFormedToken, newToken, TOKEN_PATTERN } from './crypto/token.js';
export { failpoint } from './failpoint/failpoint.js';
export { ClockOffset } from './health/clock-offset.js';
export { defineGauge, gaugeCatalogue } from './health/gauges.js';
export { startMetricsServer } from './health/metrics-server.js';
export { ProductGauges } from './health/product-gauges.js';
export { Readiness } from './health/readiness.js';
export {
  Authenticator,
  CurrentActor,
  Public,
  RequireRole,
  SignedIn,
  MemberMay,
  MEMBER_MAY,
  RequireStepUp,
  STEP_UP,
  SYSTEM_SCOPED,
  BypassRowSecurity,
  ACCESS,
  type Access,
  type PortalRequest,
} from './http/access.js';
export { hasRole, ROLES, scopeIds, SYSTEM_ACTOR, type Actor, type Role, type RoleGrant } from './http/actor.js';
export { MEMBER_ROLES, withCapability, type MemberCapability, type MemberRole } from './http/member-role.js';
export { ApiData, ApiPage, ErrorDetailView, FailureView } from './http/api-docs.js';
export { BodyLimit } from './http/body-limit.js';
export { createHttpApp } from './http/create-http-app.js';
export { RawBody, type FailureEnvelope, type SuccessEnvelope } from './http/envelope.js';
export { FileBody, readFileBody } from './http/file-body.js';
export { toFailure, toRefusal } from './http/error.filter.js';
export { drawable, named, visualOrder, type Piece } from './pdf/shown-text.js';
export { TextWriter } from './pdf/text-writer.js';
export { ListExports, type ExportableList, type ExportFilter } from './exports/list-exports.js';
export { PageQuery } from './http/page-query.js';
export { assertRecentProof } from './http/recent-proof.js';
export { LiveFeed } from './live/live-feed.js';
export { publicStreamGuard, streamGuard } from './live/stream-guard.js';
export { callerKey } from './limits/caller-key.js';
export { RateLimits, type RateLimit } from './limits/rate-limits.js';
export { createLogger, LOGGER, mask, NestLogger } from './logging/logger.js';
export { MailReaders, type ShowMail } from './mail/mail-readers.js';
export { MAIL_TOPIC_KEYS, MAIL_TOPICS, type MailTopic } from './mail/mail-topics.js';
export { Mailer, MailQueued, type Mail } from './mail/mailer.js';
export { isPublicAddress } from './outbound/address-policy.js';
export { judgeUrl } from './outbound/judge-url.js';
export type { GuardedHttp, OutboundRequest, OutboundResponse } from './outbound/guarded-http.js';
export { OutboundClient } from './outbound/outbound-client.js';
export { OutboundError, type OutboundReason } from './outbound/outbound-error.js';
export { Deliveries, type DeliveryKey } from './outbox/deliveries.js';
export {
  EventProcessor,
  GiveUp,
  QUEUE_NAMES,
  ScheduledJob,
  type DeliveryContext,
  type QueueName,
} from './outbox/event-processor.js';
export { defineEvent, eventCatalogue, type EventType } from './outbox/event-type.js';
export { Outbox } from './outbox/outbox.js';
export { PlatformHttpModule, PlatformModule, PlatformWorkerModule } from './platform.module.js';
export { DriveBreaker, FAILURES_TO_OPEN } from './queue/drive-breaker.js';
export { QUEUE_SCHEMA } from './queue/queue-schema.js';
export { FOUND_KINDS, SearchSources, type Found, type FoundKind, type SearchSource } from './search/search-sources.js';
export { TestClock } from './sandbox/test-clock.js';
export { ThreadPool, type ThreadPoolOptions, type ThreadWatch } from './threads/thread-pool.js';
export { ThreadError, type ThreadFailure } from './threads/thread-error.js';
export type { ThreadWork } from './threads/thread-work.js';
export type { Schedule } from './queue/schedule.js';
export { backoffMs } from './queue/backoff.js';
export { StartWork } from './queue/start-work.js';
export type { WorkRunner, WorkRunnerParts } from './queue/work-runner.js';
