import type { Secret } from '@portal/kernel';
import type { KeyEncryptionKey, Mode, OidcSettings } from './config.js';

export interface StripeSettings {
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

/** Days for which each level of the history of installs is kept. */
export interface HistorySettings {
  minuteDays: number;
  hourDays: number;
  dayDays: number;
}

export interface RawConfig {
  mode: Mode;
  demo: boolean;
  contractDraft: boolean;
  databaseUrl: string;
  databasePool: number;
  databaseWaitMs: number;
  startWaitMs: number;
  drainMs: number;
  workerLeaseMs: number;
  redisUrl: string | undefined;
  host: string;
  port: number;
  metrics: { host: string; port: number; token: Secret | undefined };
  bodiesPerSecond: number;
  readSharePercent: number;
  publicUrl: string;
  securityContact: string;
  trustedProxies: readonly string[];
  stripe: StripeSettings;
  keyring: KeyEncryptionKey[];
  mail: { smtpUrl: Secret | undefined; from: string; keptDays: number };
  sandboxDrivePorts: { from: number; to: number }[];
  protectedNames: string[];
  referenceDriveUrl: string | undefined;
  secondFactorForStaff: boolean;
  secondFactorRemovalWaitHours: number;
  stepUpMinutes: number;
  review: { holdMinutes: number; dueHours: number };
  polling: PollingSettings;
  history: HistorySettings;
  eventsKeptDays: number;
  eventsPerDay: number;
  oidc: OidcSettings | undefined;
  viesUrl: string | undefined;
  auditAnchorEmail: string | undefined;
  validatorLimits: { perMinute: number; perHour: number; perTarget: number };
  validatorRuns: { threads: number; queue: number; seconds: number; cacheSeconds: number };
  backupStatusFile: string | undefined;
  logLevel: string;
}
