import { Config, readVariables } from '@portal/platform/config';
import { asLogin } from './database/database.js';

const SECRETS = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_for_tests_only',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_for_tests_of_connect',
  KEYRING: `t1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7 + 1)).toString('base64')}`,
  SANDBOX_DRIVE_PORTS: '1024-65535',
};

/** Environment of a production process that speaks to no processor and sends no mail. */
export const PRODUCTION = {
  PORTAL_MODE: 'production',
  TRUSTED_PROXIES: 'none',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Portal <portal@example.org>',
  STRIPE_SECRET_KEY: 'sk_test_notthedefault',
  STRIPE_API_BASE: '',
  SANDBOX_DRIVE_PORTS: '',
  DEMO: '',
};

/** What a worker of its own needs beside its database, to work on what a test in this process has made. */
export function workerSettings(): Record<string, string> {
  return { ...SECRETS, LOG_LEVEL: 'warn' };
}

/** A complete sandbox configuration for tests; `overrides` are environment variables. */
export function testConfig(databaseUrl: string, overrides: NodeJS.ProcessEnv = {}): Config {
  const owner = overrides['DATABASE_URL'] ?? databaseUrl;
  return new Config(
    readVariables({
      PORTAL_MODE: 'sandbox',
      DATABASE_POOL: '6',
      DATABASE_WAIT_SECONDS: '60',
      ...SECRETS,
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      DEMO: '1',
      LOG_LEVEL: 'silent',
      BODIES_PER_SECOND: '1000000',
      READ_SHARE_PERCENT: '1000000',
      // The longest: a file that takes longer than the usual five minutes is slow, and its people are still who they were.
      STEP_UP_MINUTES: '60',
      ...overrides,
      DATABASE_URL: asLogin(owner),
    }),
  );
}
