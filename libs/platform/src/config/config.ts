import { Secret } from '@portal/kernel';
import {
  readVariables,
  type HistorySettings,
  type PollingSettings,
  type RawConfig,
  type StripeSettings,
} from './variables.js';

export type Mode = 'sandbox' | 'production';

/** An OpenID provider and what we are to it. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** What people call it. */
  readonly name: string;
}

/** One key-encryption key: `kid` names it in sealed values, `key` is 32 bytes. */
export interface KeyEncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

/** All settings of a process, read once at start. Built by `Config.fromEnv`; tests build it with `Config.forTest`. */
export class Config {
  constructor(private readonly raw: RawConfig) {}

  /**
   * Reads and checks every variable (docs/configuration.md lists them).
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
  /** No real money moves: files of money say so. In production with a test key of Stripe, too. */
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
  /** Longest wait for one of them; after it the request is answered as unavailable. */
  get databaseWaitMs(): number {
    return this.raw.databaseWaitMs;
  }
  /** Longest wait at start for PostgreSQL, and in the worker for Redis. */
  get startWaitMs(): number {
    return this.raw.startWaitMs;
  }
  /** How long an api that was asked to stop goes on serving. */
  get drainMs(): number {
    return this.raw.drainMs;
  }
  /** How long a worker that is not heard of keeps its work, and how long a transaction may be idle. */
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
  /** Where /metrics listens (port 0 takes any free one), and what is asked of whoever reads it. */
  get metrics(): RawConfig['metrics'] {
    return this.raw.metrics;
  }
  /** Requests with a body that one caller may send to one process in a second, taken over ten seconds. */
  get bodiesPerSecond(): number {
    return this.raw.bodiesPerSecond;
  }
  /** Contact for security reports: a mailto: or https: address. */
  get securityContact(): string {
    return this.raw.securityContact;
  }
  /** Origin under which people reach the portal, without a trailing slash. */
  get publicUrl(): string {
    return this.raw.publicUrl;
  }
  /** Addresses and ranges of the proxies whose word about the caller's address is believed. */
  get trustedProxies(): readonly string[] {
    return this.raw.trustedProxies;
  }
  get stripe(): StripeSettings {
    return this.raw.stripe;
  }
  /** Newest first: the first key seals, all of them open. */
  get keyring(): KeyEncryptionKey[] {
    return this.raw.keyring;
  }
  /** `keptDays`: how long mail is kept after it was sent. */
  get mail(): { smtpUrl: Secret | undefined; from: string; keptDays: number } {
    return this.raw.mail;
  }
  /** Drives may declare the draft of the next contract version. */
  get contractDraft(): boolean {
    return this.raw.contractDraft;
  }
  /** Ports on loopback at which Drives may live in sandbox mode; empty in production. */
  get sandboxDrivePorts(): { from: number; to: number }[] {
    return this.raw.sandboxDrivePorts;
  }
  /** Names that no author may speak under: of the host and of companies whose payments people trust. */
  get protectedNames(): readonly string[] {
    return this.raw.protectedNames;
  }
  /** Shown on the landing page of a sandbox. */
  get referenceDriveUrl(): string | undefined {
    return this.raw.referenceDriveUrl;
  }
  /** Where the end of the audit chain is sent every day. */
  get auditAnchorEmail(): string | undefined {
    return this.raw.auditAnchorEmail;
  }
  /** Server on which simulations may create databases; undefined when there is none. */
  get simulatorDatabaseUrl(): Secret | undefined {
    return this.raw.simulatorDatabaseUrl;
  }
  get validatorLimits(): { perMinute: number; perHour: number; perTarget: number } {
    return this.raw.validatorLimits;
  }
  /** Reviewer, finance and admin roles count only for persons with a second step at sign-in. */
  get secondFactorForStaff(): boolean {
    return this.raw.secondFactorForStaff;
  }
  /** How long a person can cancel before a second factor is removed that two admins agreed on. Whole hours, 0 to 720. */
  get secondFactorRemovalWaitHours(): number {
    return this.raw.secondFactorRemovalWaitHours;
  }
  /** How long a proof of who somebody is counts, for secrets and money. */
  get stepUpMinutes(): number {
    return this.raw.stepUpMinutes;
  }
  /** How long a reviewer keeps a case without working on it, and how soon reviewers are to act. */
  get review(): { holdMinutes: number; dueHours: number } {
    return this.raw.review;
  }
  /** How often installs are read, and how many Drives at a time. */
  get polling(): PollingSettings {
    return this.raw.polling;
  }
  /** For how many days each step of the history of installs is kept. */
  get history(): HistorySettings {
    return this.raw.history;
  }
  /** For how many days events that Drives report are kept, by the time of the event. Whole days, 31 to 4000. */
  get eventsKeptDays(): number {
    return this.raw.eventsKeptDays;
  }
  /** The OpenID provider at which people may sign in; undefined when none is set. */
  get oidc(): OidcSettings | undefined {
    return this.raw.oidc;
  }
  /** Threads and places to wait of the public validator, and how long a run may take and its verdict be given again. */
  get validatorRuns(): { threads: number; queue: number; seconds: number; cacheSeconds: number } {
    return this.raw.validatorRuns;
  }
  get logLevel(): string {
    return this.raw.logLevel;
  }
}
