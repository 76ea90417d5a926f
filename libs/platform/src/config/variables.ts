import { Secret } from '@portal/kernel';
import { apartFrom } from '../access/own-origins.js';
import { misspeltNames } from './misspelt-names.js';
import {
  hostName,
  keyring,
  mailAddress,
  names,
  oidc,
  onOff,
  portRanges,
  serverUrl,
  signingSecrets,
  trustedProxies,
  url,
  withPassword,
} from './parse-settings.js';
import type { Mode, PollingSettings, Settings } from './settings.js';
import { settingsReader } from './settings-reader.js';

/** Start-up is refused. `problems` names each variable and what is wrong with it, never its value. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Every variable that the product reads. Tests compare docker-compose.yml and docs/configuration.md with this list. */
export const VARIABLES = {
  PORTAL_MODE: 'production (default) or sandbox',
  DATABASE_URL: 'PostgreSQL 15 or newer',
  DATABASE_PASSWORD: 'password for DATABASE_URL, with any characters',
  DATABASE_POOL: 'database connections per process (10)',
  DATABASE_WAIT_SECONDS: 'longest wait for a connection (5)',
  PORTAL_DATABASE_URL: 'only for migrate and npm start: the DATABASE_URL of api and worker, whose role is created',
  PORTAL_DATABASE_PASSWORD: 'password for PORTAL_DATABASE_URL, with any characters',
  WORKER_LEASE_SECONDS:
    'how long an unresponsive worker keeps its work, and how long any process may keep an idle transaction open (30)',
  REDIS_URL: 'Redis 7 or newer for BullMQ; without it BullMQ runs on PostgreSQL',
  START_WAIT_SECONDS: 'how long a process waits at start for PostgreSQL and Redis (60; 0 does not wait)',
  DRAIN_SECONDS: 'how long an api keeps serving after it was asked to stop, so that the load balancer notices (4)',
  HOST: 'address to listen on (127.0.0.1 in sandbox mode, 0.0.0.0 in production)',
  PORT: 'port of the portal (3000)',
  METRICS_HOST: 'address on which /metrics listens (127.0.0.1)',
  METRICS_PORT: 'port of /metrics (3001; 0 picks a free port)',
  METRICS_TOKEN: 'bearer token required to read /metrics; without it no token is required',
  BODIES_PER_SECOND:
    'requests with a body that one caller may send to one process per second, averaged over ten seconds (100)',
  READ_SHARE_PERCENT:
    'how much of the time of an api process the reads of one caller may take (50); more of them wait, and are refused when they would wait for over a second',
  PUBLIC_URL: 'public origin of the portal',
  TRUSTED_PROXIES:
    'addresses and ranges (CIDR) of the proxies in front of the portal, comma between, or none (sandbox: loopback)',
  STRIPE_SECRET_KEY: 'secret key of the platform account',
  STRIPE_WEBHOOK_SECRET: 'signing secret of the webhook endpoint; two separated by a comma during a change',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'the same for the endpoint of connected accounts',
  STRIPE_API_BASE: 'base URL to use instead of Stripe',
  STRIPE_ACCOUNTS: 'v2 (default) or v1: the Stripe API for accounts of authors',
  STRIPE_CALLS_PER_SECOND:
    'payments and transfers per second that all processes together send to Stripe, and as many reads (20)',
  STRIPE_TIMEOUT_MS: 'how long to wait for a response from Stripe (20000)',
  KEYRING: 'key-encryption keys, newest first: kid:base64 of 32 bytes, separated by commas',
  SMTP_URL: 'mail server (production)',
  MAIL_FROM: 'sender of mail',
  SECURITY_CONTACT: 'contact for security reports: mailto: or https: (the address of MAIL_FROM)',
  MAIL_KEPT_DAYS: 'how long sent mail is kept (180)',
  PROTECTED_NAMES:
    'names that must not be used in the name of a Drive, separated by commas (the portal and payment brands)',
  SANDBOX_DRIVE_PORTS: 'loopback ports that Drives may use (sandbox only; 4000-4999)',
  REFERENCE_DRIVE_URL: 'URL of the running reference Drive (sandbox only)',
  CONTRACT_DRAFT: '1: Drives may declare the draft of the next contract version (sandbox only; 0)',
  DEMO: '1: demo persons with one-click sign-in (sandbox only)',
  VALIDATOR_LIMIT_PER_MINUTE: 'public validator, checks per caller and minute (10)',
  VALIDATOR_LIMIT_PER_HOUR: 'public validator, checks per caller and hour (60)',
  SECOND_FACTOR_FOR_STAFF: 'required (production default) or optional (sandbox default)',
  SECOND_FACTOR_REMOVAL_WAIT_HOURS:
    'how long a person can cancel the removal of their second factor before a second admin can approve it (24)',
  STEP_UP_MINUTES: 'how long a proof of identity is valid for secrets, money and acts of staff (5)',
  REVIEW_HOLD_MINUTES: 'how long a claimed case stays assigned to a reviewer without activity (30)',
  REVIEW_DUE_HOURS: 'how soon reviewers should act on waiting cases (48)',
  POLL_BUSY_SECONDS: 'how soon an install with recent events is read again (25)',
  POLL_PAID_SECONDS: 'maximum interval for reading a paid install without recent events (60)',
  POLL_QUIET_SECONDS: 'maximum interval for reading other installs without recent events (300)',
  POLL_DRIVES_AT_ONCE: 'Drives whose installs one worker reads at a time, plus a third as many slow ones (24)',
  HISTORY_MINUTE_DAYS: 'how many days the history of installs is kept by the minute (2)',
  HISTORY_HOUR_DAYS: 'how many days it is kept by the hour (35)',
  HISTORY_DAY_DAYS: 'how many days it is kept by the day (400)',
  EVENTS_KEPT_DAYS: 'how many days events that plugins report are kept (400)',
  EVENTS_PER_DAY: 'how many events of an install are stored per day (UTC); more are counted (10000)',
  OIDC_ISSUER: 'OpenID provider that people can sign in with',
  OIDC_CLIENT_ID: 'client ID at the OpenID provider',
  OIDC_CLIENT_SECRET: 'client secret at the OpenID provider',
  OIDC_NAME: 'display name of the OpenID provider (Single sign-on)',
  VIES_URL: 'REST service that says whether VAT ids are registered; without it only their form is checked',
  AUDIT_ANCHOR_EMAIL: 'email address that receives the end of the audit chain every day',
  VALIDATOR_LIMIT_PER_TARGET:
    'public validator, checks per Drive host and minute for all callers; one caller gets at most half of them (10)',
  VALIDATOR_THREADS: 'public validator, concurrent checks, each in its own thread (4)',
  VALIDATOR_QUEUE: 'public validator, checks that can wait for a thread (50)',
  VALIDATOR_RUN_SECONDS: 'public validator, maximum run time; the thread is stopped after it (40)',
  VALIDATOR_CACHE_SECONDS: 'public validator, how long a verdict on the same bytes is reused (30; 0 is never)',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector that receives traces by OTLP over HTTP; without it none are made',
  BACKUP_STATUS_FILE: 'file in which the backup notes its last success, for npm run doctor',
  LOG_LEVEL: 'fatal, error, warn, info (default), debug, trace',
  FAILPOINT: 'step at which the process kills or stops itself, or @file with steps (sandbox only, for tests)',
} as const;
export type VariableName = keyof typeof VARIABLES;

/** These can also be given as a file path in NAME_FILE, which takes precedence. */
export const SECRET_VARIABLES: readonly VariableName[] = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'PORTAL_DATABASE_URL',
  'PORTAL_DATABASE_PASSWORD',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'KEYRING',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
];
const SANDBOX_ONLY: readonly VariableName[] = [
  'SANDBOX_DRIVE_PORTS',
  'REFERENCE_DRIVE_URL',
  'CONTRACT_DRAFT',
  'DEMO',
  'FAILPOINT',
  'STRIPE_API_BASE',
];
/** During `npm run dev` the server of the pages is a proxy on the same machine. */
const LOOPBACK = '127.0.0.0/8,::1';
/** The portal, and brands that people trust with money. */
const PROTECTED_NAMES =
  'Drive Portal,Stripe,PayPal,Visa,Mastercard,American Express,Apple Pay,Google Pay,Amazon Pay,Klarna,Adyen,Square,SEPA,Revolut';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws ConfigError */
export function readVariables(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const { value, required, whole } = settingsReader(env, SECRET_VARIABLES, problems);

  const mode = modeOf(value('PORTAL_MODE'), problems);
  const production = mode === 'production';
  if (production)
    for (const name of SANDBOX_ONLY) if (value(name) !== undefined) problems.push(`${name} is a sandbox setting`);

  const stripeKey = required('STRIPE_SECRET_KEY');
  const webhookSecrets = signingSecrets('STRIPE_WEBHOOK_SECRET', required('STRIPE_WEBHOOK_SECRET'), problems);
  const connectWebhookSecrets = signingSecrets(
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    value('STRIPE_CONNECT_WEBHOOK_SECRET') ?? '',
    problems,
  );
  const apiBase = url('STRIPE_API_BASE', value('STRIPE_API_BASE'), problems);
  if (production && stripeKey === 'sk_test_sandbox') problems.push('STRIPE_SECRET_KEY is the sandbox default');
  if (stripeKey !== '' && !/^(sk|rk)_(test|live)_/.test(stripeKey))
    problems.push('STRIPE_SECRET_KEY is not a secret key');
  if (apiBase && /^(sk|rk)_live_/.test(stripeKey))
    problems.push('STRIPE_SECRET_KEY is a live key but STRIPE_API_BASE is not Stripe');
  if (!production && /^(sk|rk)_live_/.test(stripeKey))
    problems.push('STRIPE_SECRET_KEY is a live key but PORTAL_MODE is sandbox');

  const stripeAccounts = value('STRIPE_ACCOUNTS') ?? 'v2';
  if (stripeAccounts !== 'v1' && stripeAccounts !== 'v2') problems.push('STRIPE_ACCOUNTS must be v1 or v2');

  const port = whole('PORT', 3000, 0, 65535);
  const publicUrl = url(
    'PUBLIC_URL',
    production ? required('PUBLIC_URL') : (value('PUBLIC_URL') ?? `http://127.0.0.1:${port}`),
    problems,
  );
  if (production && publicUrl && !publicUrl.startsWith('https://')) problems.push('PUBLIC_URL must be https');
  const referenceDriveUrl = url('REFERENCE_DRIVE_URL', value('REFERENCE_DRIVE_URL'), problems);
  if (publicUrl && referenceDriveUrl && apartFrom(publicUrl, referenceDriveUrl) === null)
    problems.push(
      'REFERENCE_DRIVE_URL must have another host name than PUBLIC_URL, or it gets the cookies of the portal',
    );
  const smtpUrl = production ? required('SMTP_URL') : value('SMTP_URL');
  const mailFrom = production ? required('MAIL_FROM') : (value('MAIL_FROM') ?? 'Drive Portal <portal@localhost>');
  const secondFactor = value('SECOND_FACTOR_FOR_STAFF') ?? (production ? 'required' : 'optional');
  if (secondFactor !== 'required' && secondFactor !== 'optional')
    problems.push('SECOND_FACTOR_FOR_STAFF must be required or optional');
  const logLevel = value('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    problems.push('LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent');

  const databaseUrl = withPassword(required('DATABASE_URL'), value('DATABASE_PASSWORD'));
  serverUrl('DATABASE_URL', databaseUrl, POSTGRES, problems);
  const redisUrl = value('REDIS_URL');
  serverUrl('REDIS_URL', redisUrl, ['redis', 'rediss'], problems);
  serverUrl('SMTP_URL', smtpUrl, ['smtp', 'smtps'], problems);
  mailAddress('MAIL_FROM', mailFrom, problems);
  const auditAnchorEmail = value('AUDIT_ANCHOR_EMAIL');
  mailAddress('AUDIT_ANCHOR_EMAIL', auditAnchorEmail, problems);

  const metricsToken = value('METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < 16) problems.push('METRICS_TOKEN is too short');

  const contact = value('SECURITY_CONTACT') ?? `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
    problems.push('SECURITY_CONTACT must be mailto: or https:');

  const viesUrl = url('VIES_URL', value('VIES_URL'), problems);
  if (production && viesUrl && !viesUrl.startsWith('https://')) problems.push('VIES_URL must be https');

  const polling: PollingSettings = {
    busySeconds: whole('POLL_BUSY_SECONDS', 25, 5, 3_600),
    paidSeconds: whole('POLL_PAID_SECONDS', 60, 5, 3_600),
    quietSeconds: whole('POLL_QUIET_SECONDS', 300, 5, 3_600),
    drivesAtOnce: whole('POLL_DRIVES_AT_ONCE', 24, 1, 500),
  };
  if (polling.busySeconds > polling.paidSeconds || polling.paidSeconds > polling.quietSeconds)
    problems.push('POLL_BUSY_SECONDS, POLL_PAID_SECONDS and POLL_QUIET_SECONDS must not decrease in this order');

  const settings: Settings = {
    mode,
    demo: onOff('DEMO', value('DEMO'), problems),
    contractDraft: onOff('CONTRACT_DRAFT', value('CONTRACT_DRAFT'), problems),
    databaseUrl,
    databasePool: whole('DATABASE_POOL', 10, 2, 100),
    databaseWaitMs: whole('DATABASE_WAIT_SECONDS', 5, 1, 120) * 1_000,
    startWaitMs: startWaitMs(whole),
    drainMs: whole('DRAIN_SECONDS', 4, 0, 300) * 1_000,
    // Its work must be taken over within a minute.
    workerLeaseMs: whole('WORKER_LEASE_SECONDS', 30, 1, 50) * 1_000,
    redisUrl,
    host: hostName('HOST', value('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'), problems),
    port,
    metrics: {
      host: hostName('METRICS_HOST', value('METRICS_HOST') ?? '127.0.0.1', problems),
      port: whole('METRICS_PORT', 3001, 0, 65535),
      token: metricsToken === undefined ? undefined : new Secret(metricsToken),
    },
    bodiesPerSecond: whole('BODIES_PER_SECOND', 100, 1, 1_000_000),
    readSharePercent: whole('READ_SHARE_PERCENT', 50, 1, 1_000_000),
    publicUrl: publicUrl ?? '',
    securityContact: contact,
    trustedProxies: trustedProxies(
      production ? required('TRUSTED_PROXIES') : (value('TRUSTED_PROXIES') ?? LOOPBACK),
      problems,
    ),
    stripe: {
      secretKey: new Secret(stripeKey || 'missing'),
      webhookSecrets,
      connectWebhookSecrets,
      apiBase,
      accounts: stripeAccounts === 'v1' ? 'v1' : 'v2',
      callsPerSecond: whole('STRIPE_CALLS_PER_SECOND', 20, 1, 10_000),
      // The lease of an attempt is two minutes, so a call must end well before.
      timeoutMs: whole('STRIPE_TIMEOUT_MS', 20_000, 100, 20_000),
    },
    keyring: keyring(required('KEYRING'), problems),
    mail: {
      smtpUrl: smtpUrl ? new Secret(smtpUrl) : undefined,
      from: mailFrom,
      keptDays: whole('MAIL_KEPT_DAYS', 180, 1, 3_650),
    },
    sandboxDrivePorts: production ? [] : portRanges(value('SANDBOX_DRIVE_PORTS') ?? '4000-4999', problems),
    protectedNames: names(value('PROTECTED_NAMES') ?? PROTECTED_NAMES, problems),
    referenceDriveUrl,
    validatorLimits: {
      perMinute: whole('VALIDATOR_LIMIT_PER_MINUTE', 10, 1, 1_000_000),
      perHour: whole('VALIDATOR_LIMIT_PER_HOUR', 60, 1, 1_000_000),
      perTarget: whole('VALIDATOR_LIMIT_PER_TARGET', 10, 1, 1_000_000),
    },
    secondFactorForStaff: secondFactor === 'required',
    secondFactorRemovalWaitHours: whole('SECOND_FACTOR_REMOVAL_WAIT_HOURS', 24, 0, 720),
    stepUpMinutes: whole('STEP_UP_MINUTES', 5, 1, 60),
    review: {
      holdMinutes: whole('REVIEW_HOLD_MINUTES', 30, 1, 1_440),
      dueHours: whole('REVIEW_DUE_HOURS', 48, 1, 8_760),
    },
    polling,
    history: {
      minuteDays: whole('HISTORY_MINUTE_DAYS', 2, 1, 14),
      hourDays: whole('HISTORY_HOUR_DAYS', 35, 29, 400),
      dayDays: whole('HISTORY_DAY_DAYS', 400, 366, 4_000),
    },
    // A month of back-log, which a Drive that was down for long may still report, is always kept.
    eventsKeptDays: whole('EVENTS_KEPT_DAYS', 400, 31, 4_000),
    eventsPerDay: whole('EVENTS_PER_DAY', 10_000, 1, 1_000_000_000),
    oidc: oidc(value, production, problems),
    validatorRuns: {
      threads: whole('VALIDATOR_THREADS', 4, 1, 64),
      queue: whole('VALIDATOR_QUEUE', 50, 0, 10_000),
      seconds: whole('VALIDATOR_RUN_SECONDS', 40, 1, 300),
      cacheSeconds: whole('VALIDATOR_CACHE_SECONDS', 30, 0, 600),
    },
    viesUrl,
    auditAnchorEmail,
    backupStatusFile: value('BACKUP_STATUS_FILE'),
    logLevel,
  };
  refuse([...problems, ...misspelt(env)]);
  return settings;
}

/** Settings of `migrate`. */
interface MigrateSettings {
  /** Of the owner of the tables. */
  readonly databaseUrl: string;
  /** The login role of api and worker, which is created. */
  readonly loginUrl: string | undefined;
  readonly mode: Mode;
  /** For links that people open; empty when it is not known. */
  readonly publicUrl: string;
  readonly startWaitMs: number;
}

/** @throws ConfigError */
export function readMigrateVariables(env: NodeJS.ProcessEnv): MigrateSettings {
  const problems: string[] = [];
  const { value, required, whole } = settingsReader(env, SECRET_VARIABLES, problems);
  const databaseUrl = withPassword(required('DATABASE_URL'), value('DATABASE_PASSWORD'));
  const login = value('PORTAL_DATABASE_URL');
  const loginUrl = login && withPassword(login, value('PORTAL_DATABASE_PASSWORD'));
  const publicUrl = value('PUBLIC_URL') ?? '';
  serverUrl('DATABASE_URL', databaseUrl, POSTGRES, problems);
  serverUrl('PORTAL_DATABASE_URL', loginUrl, POSTGRES, problems);
  const mode = modeOf(value('PORTAL_MODE'), problems);
  const settings = { databaseUrl, loginUrl, mode, publicUrl, startWaitMs: startWaitMs(whole) };
  refuse([...problems, ...misspelt(env)]);
  return settings;
}

function modeOf(text = 'production', problems: string[]): Mode {
  if (text !== 'sandbox' && text !== 'production') problems.push('PORTAL_MODE must be sandbox or production');
  return text === 'sandbox' ? 'sandbox' : 'production';
}

const POSTGRES = ['postgres', 'postgresql'] as const;

const startWaitMs = (whole: (name: VariableName, fallback: number, min: number, max: number) => number): number =>
  whole('START_WAIT_SECONDS', 60, 0, 3_600) * 1_000;

const misspelt = (env: NodeJS.ProcessEnv): string[] =>
  misspeltNames(env, [...Object.keys(VARIABLES), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)]);

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}
