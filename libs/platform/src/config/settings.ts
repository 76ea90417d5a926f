import type { Secret } from '@portal/kernel';

export type Mode = 'sandbox' | 'production';

/** An OpenID provider and our client at it. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Display name. */
  readonly name: string;
}

/** A key-encryption key: `kid` is its name in encrypted values, `key` is 32 bytes. */
export interface KeyEncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

interface StripeSettings {
  secretKey: Secret;
  /** Signing secrets of the endpoint for the platform's events. Two during a rotation; either is accepted. */
  webhookSecrets: Secret[];
  /** The same for events of connected accounts. Empty: that endpoint is closed. */
  connectWebhookSecrets: Secret[];
  apiBase: string | undefined;
  /** Provider's API for authors' accounts. */
  accounts: 'v1' | 'v2';
  /** Payments and transfers per second that all processes together may send. */
  callsPerSecond: number;
  timeoutMs: number;
}

/** How installs are read: seconds between two reads, and Drives read concurrently per worker. */
export interface PollingSettings {
  busySeconds: number;
  paidSeconds: number;
  quietSeconds: number;
  drivesAtOnce: number;
}

/** The settings of a process as `readVariables` reads them. */
export interface Settings {
  readonly mode: Mode;
  /** Demo persons and their one-click sign-in. Never in production. */
  readonly demo: boolean;
  /** Drives may declare the draft of the next contract version. */
  readonly contractDraft: boolean;
  readonly databaseUrl: string;
  /** Connections per process. */
  readonly databasePool: number;
  /** Maximum wait for a connection, after which the request is answered as unavailable. */
  readonly databaseWaitMs: number;
  /** Maximum wait at start for PostgreSQL, and in the worker for Redis. */
  readonly startWaitMs: number;
  /** How long an api keeps serving after it was asked to stop. */
  readonly drainMs: number;
  /** How long a silent worker keeps its work, and how long a transaction may be idle. */
  readonly workerLeaseMs: number;
  /** Redis for BullMQ; without it BullMQ runs on PostgreSQL. */
  readonly redisUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Address of /metrics (port 0 uses any free one), and the token that readers must send. */
  readonly metrics: { host: string; port: number; token: Secret | undefined };
  /** Requests with a body per second from one caller to one process, averaged over ten seconds. */
  readonly bodiesPerSecond: number;
  /** 1 to 100; more in tests, which must not wait. */
  readonly readSharePercent: number;
  /** Public origin of the portal, without a trailing slash. */
  readonly publicUrl: string;
  /** Contact for security reports: a mailto: or https: address. */
  readonly securityContact: string;
  /** Addresses and ranges of proxies that are trusted to report the caller's address. */
  readonly trustedProxies: readonly string[];
  readonly stripe: StripeSettings;
  /** Newest first: the first key encrypts, all of them decrypt. */
  readonly keyring: KeyEncryptionKey[];
  /** `keptDays`: how long sent mail is kept. */
  readonly mail: { smtpUrl: Secret | undefined; from: string; keptDays: number };
  /** Loopback ports on which Drives may run in sandbox mode; empty in production. */
  readonly sandboxDrivePorts: { from: number; to: number }[];
  /** Names that authors may not use: those of the host and of companies that people trust with payments. */
  readonly protectedNames: readonly string[];
  /** Shown on the landing page of a sandbox. */
  readonly referenceDriveUrl: string | undefined;
  /** Roles reviewer, finance and admin require a second factor. */
  readonly secondFactorForStaff: boolean;
  /** Hours in which a person can cancel the removal of their second factor that two admins approved. 0 to 720. */
  readonly secondFactorRemovalWaitHours: number;
  /** How long a confirmation of identity is valid, for secrets, money and the acts of staff. */
  readonly stepUpMinutes: number;
  /** How long a reviewer keeps an inactive case, and how soon reviewers should act. */
  readonly review: { holdMinutes: number; dueHours: number };
  /** How often installs are read, and how many Drives at a time. */
  readonly polling: PollingSettings;
  /** Days for which each level of the history of installs is kept. */
  readonly history: { minuteDays: number; hourDays: number; dayDays: number };
  /** Days for which reported events are kept, by the time of the event: 31 to 4000. */
  readonly eventsKeptDays: number;
  /** Events of an install that are stored per day (UTC). */
  readonly eventsPerDay: number;
  /** The OpenID provider for single sign-on; undefined when there is none. */
  readonly oidc: OidcSettings | undefined;
  /** Base URL of the REST service that knows which VAT ids are registered, without a trailing slash. */
  readonly viesUrl: string | undefined;
  /** Address to which the end of the audit chain is sent daily. */
  readonly auditAnchorEmail: string | undefined;
  readonly validatorLimits: { perMinute: number; perHour: number; perTarget: number };
  /** Threads and queue of the public validator, and how long a run may take and its result is reused. */
  readonly validatorRuns: { threads: number; queue: number; seconds: number; cacheSeconds: number };
  /** Written by the backup: when it last succeeded. */
  readonly backupStatusFile: string | undefined;
  readonly logLevel: string;
}
