import { Secret } from '@portal/kernel';
import type { HistorySettings, PollingSettings, RawConfig, StripeSettings } from './raw-config.js';
import { readVariables } from './variables.js';

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

/** All settings of a process, read once at start. Built by `Config.fromEnv`; tests build it with `Config.forTest`. */
export class Config {
  constructor(private readonly raw: RawConfig) {}

  /**
   * Reads and validates every variable (docs/configuration.md lists them).
   * @throws ConfigError with all problems at once, names only.
   */
  static fromEnv(env: NodeJS.ProcessEnv = process.env): Config {
    return new Config(readVariables(env));
  }

  get mode(): Mode {
    return this.raw.mode;
  }
  get isSandbox(): boolean {
    return this.raw.mode === 'sandbox';
  }
  /** No real money is moved, and exports say so. Also true in production with a Stripe test key. */
  get isTestMoney(): boolean {
    return this.isSandbox || !/^(sk|rk)_live_/.test(this.raw.stripe.secretKey.reveal());
  }
  /** Demo persons and their one-click sign-in. Never in production. */
  get demo(): boolean {
    return this.raw.demo;
  }
  get databaseUrl(): string {
    return this.raw.databaseUrl;
  }
  /** Connections per process. */
  get databasePool(): number {
    return this.raw.databasePool;
  }
  /** Maximum wait for a connection, after which the request is answered as unavailable. */
  get databaseWaitMs(): number {
    return this.raw.databaseWaitMs;
  }
  /** Maximum wait at start for PostgreSQL, and in the worker for Redis. */
  get startWaitMs(): number {
    return this.raw.startWaitMs;
  }
  /** How long an api keeps serving after it was asked to stop. */
  get drainMs(): number {
    return this.raw.drainMs;
  }
  /** How long a silent worker keeps its work, and how long a transaction may be idle. */
  get workerLeaseMs(): number {
    return this.raw.workerLeaseMs;
  }
  /** Redis for BullMQ; without it BullMQ runs on PostgreSQL. */
  get redisUrl(): string | undefined {
    return this.raw.redisUrl;
  }
  get host(): string {
    return this.raw.host;
  }
  get port(): number {
    return this.raw.port;
  }
  /** Address of /metrics (port 0 uses any free one), and the token that readers must send. */
  get metrics(): RawConfig['metrics'] {
    return this.raw.metrics;
  }
  /** Requests with a body per second from one caller to one process, averaged over ten seconds. */
  /** 1 to 100; more in tests, which must not wait. */
  get readSharePercent(): number {
    return this.raw.readSharePercent;
  }

  get bodiesPerSecond(): number {
    return this.raw.bodiesPerSecond;
  }
  /** Contact for security reports: a mailto: or https: address. */
  get securityContact(): string {
    return this.raw.securityContact;
  }
  /** Public origin of the portal, without a trailing slash. */
  get publicUrl(): string {
    return this.raw.publicUrl;
  }
  /** Addresses and ranges of proxies that are trusted to report the caller's address. */
  get trustedProxies(): readonly string[] {
    return this.raw.trustedProxies;
  }
  get stripe(): StripeSettings {
    return this.raw.stripe;
  }
  /** Newest first: the first key encrypts, all of them decrypt. */
  get keyring(): KeyEncryptionKey[] {
    return this.raw.keyring;
  }
  /** `keptDays`: how long sent mail is kept. */
  get mail(): { smtpUrl: Secret | undefined; from: string; keptDays: number } {
    return this.raw.mail;
  }
  /** Drives may declare the draft of the next contract version. */
  get contractDraft(): boolean {
    return this.raw.contractDraft;
  }
  /** Loopback ports on which Drives may run in sandbox mode; empty in production. */
  get sandboxDrivePorts(): { from: number; to: number }[] {
    return this.raw.sandboxDrivePorts;
  }
  /** Names that authors may not use: those of the host and of companies that people trust with payments. */
  get protectedNames(): readonly string[] {
    return this.raw.protectedNames;
  }
  /** Shown on the landing page of a sandbox. */
  get referenceDriveUrl(): string | undefined {
    return this.raw.referenceDriveUrl;
  }
  /** Base URL of the REST service that knows which VAT ids are registered, without a trailing slash. */
  get viesUrl(): string | undefined {
    return this.raw.viesUrl;
  }
  /** Address to which the end of the audit chain is sent daily. */
  get auditAnchorEmail(): string | undefined {
    return this.raw.auditAnchorEmail;
  }
  get validatorLimits(): { perMinute: number; perHour: number; perTarget: number } {
    return this.raw.validatorLimits;
  }
  /** Roles reviewer, finance and admin require a second factor. */
  get secondFactorForStaff(): boolean {
    return this.raw.secondFactorForStaff;
  }
  /** Hours in which a person can cancel the removal of their second factor that two admins approved. 0 to 720. */
  get secondFactorRemovalWaitHours(): number {
    return this.raw.secondFactorRemovalWaitHours;
  }
  /** How long a confirmation of identity is valid, for secrets, money and the acts of staff. */
  get stepUpMinutes(): number {
    return this.raw.stepUpMinutes;
  }
  /** How long a reviewer keeps an inactive case, and how soon reviewers should act. */
  get review(): { holdMinutes: number; dueHours: number } {
    return this.raw.review;
  }
  /** How often installs are read, and how many Drives at a time. */
  get polling(): PollingSettings {
    return this.raw.polling;
  }
  /** Days for which each level of the history of installs is kept. */
  get history(): HistorySettings {
    return this.raw.history;
  }
  /** Days for which reported events are kept, by the time of the event: 31 to 4000. */
  get eventsKeptDays(): number {
    return this.raw.eventsKeptDays;
  }
  /** Events of an install that are stored per day (UTC). */
  get eventsPerDay(): number {
    return this.raw.eventsPerDay;
  }
  /** The OpenID provider for single sign-on; undefined when there is none. */
  get oidc(): OidcSettings | undefined {
    return this.raw.oidc;
  }
  /** Threads and queue of the public validator, and how long a run may take and its result is reused. */
  get validatorRuns(): { threads: number; queue: number; seconds: number; cacheSeconds: number } {
    return this.raw.validatorRuns;
  }
  /** Written by the backup: when it last succeeded. */
  get backupStatusFile(): string | undefined {
    return this.raw.backupStatusFile;
  }
  get logLevel(): string {
    return this.raw.logLevel;
  }
}
