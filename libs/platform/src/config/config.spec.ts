import { Config } from './config.js';
import { ConfigError, readMigrateVariables, SECRET_VARIABLES, VARIABLES } from './variables.js';

const good = {
  DATABASE_URL: 'postgres://portal:pw@db/portal',
  REDIS_URL: 'redis://redis:6379',
  PUBLIC_URL: 'https://portal.example.com',
  TRUSTED_PROXIES: 'none',
  STRIPE_SECRET_KEY: 'sk_live_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  KEYRING: `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 5)).toString('base64')}`,
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'portal@example.com',
};
const problems = (env: NodeJS.ProcessEnv): string[] => {
  try {
    Config.fromEnv(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('a complete production configuration starts, in production mode without being asked', () => {
  expect(Config.fromEnv(good).mode).toBe('production');
  expect(Config.fromEnv(good).sandboxDrivePorts).toEqual([]);
});
it('money is test money in a sandbox, and in production with a test key', () => {
  expect(Config.fromEnv(good).isTestMoney).toBe(false);
  expect(Config.fromEnv({ ...good, STRIPE_SECRET_KEY: 'rk_live_51abc' }).isTestMoney).toBe(false);
  expect(Config.fromEnv({ ...good, STRIPE_SECRET_KEY: 'sk_test_51abc' }).isTestMoney).toBe(true);
  const sandbox = { ...good, PORTAL_MODE: 'sandbox', STRIPE_SECRET_KEY: 'sk_test_sandbox' };
  expect(Config.fromEnv(sandbox).isTestMoney).toBe(true);
});
it('proxies are those that are named; in a sandbox loopback when none is', () => {
  const of = (env: NodeJS.ProcessEnv): readonly string[] => Config.fromEnv({ ...good, ...env }).trustedProxies;
  expect(of({})).toEqual([]);
  expect(of({ TRUSTED_PROXIES: '10.0.0.5, fd00::/64' })).toEqual(['10.0.0.5', 'fd00::/64']);
  const sandbox = { PORTAL_MODE: 'sandbox', STRIPE_SECRET_KEY: 'sk_test_sandbox', TRUSTED_PROXIES: undefined };
  expect(of(sandbox)).toEqual(['127.0.0.0/8', '::1']);
  expect(of({ ...sandbox, TRUSTED_PROXIES: 'none' })).toEqual([]);
});
it('a password for the database beside its URL may have any character, and replaces one in the URL', () => {
  const password = 'a@b/c#d?e%f:g h"é';
  const read = ({ databaseUrl, loginUrl }: { databaseUrl: string; loginUrl?: string | undefined }): string[] =>
    [databaseUrl, loginUrl ?? ''].map((text) => text && decodeURIComponent(new URL(text).password));
  const url = 'postgres://portal@db:5433/portal?sslmode=require';
  const config = Config.fromEnv({ ...good, DATABASE_URL: url, DATABASE_PASSWORD: password });
  expect(read(config)).toEqual([password, '']);
  expect(config.databaseUrl).toMatch(/^postgres:\/\/portal:[^@]+@db:5433\/portal\?sslmode=require$/);
  expect(read(Config.fromEnv({ ...good, DATABASE_PASSWORD: password }))).toEqual([password, '']);
  const both = { DATABASE_URL: url, PORTAL_DATABASE_URL: url, DATABASE_PASSWORD: 'o#', PORTAL_DATABASE_PASSWORD: 'l/' };
  expect(read(readMigrateVariables(both))).toEqual(['o#', 'l/']);
  expect(problems({ ...good, DATABASE_URL: 'no url', DATABASE_PASSWORD: password })).toEqual([
    'DATABASE_URL must look like postgres://user:password@host:5432/database',
  ]);
});
it('sent mail is kept for half a year, or as configured', () => {
  expect(Config.fromEnv(good).mail.keptDays).toBe(180);
  expect(Config.fromEnv({ ...good, MAIL_KEPT_DAYS: '30' }).mail.keptDays).toBe(30);
});
it('an empty environment lists everything that is missing at once', () => {
  const found = problems({}).join('\n');
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'KEYRING',
    'SMTP_URL',
    'MAIL_FROM',
  ])
    expect(found).toContain(name);
});
it.each([
  ['SANDBOX_DRIVE_PORTS', '4000-4999'],
  ['CONTRACT_DRAFT', '1'],
  ['DEMO', '1'],
  ['REFERENCE_DRIVE_URL', 'http://127.0.0.1:4010'],
  ['STRIPE_API_BASE', 'http://127.0.0.1:3002'],
  ['FAILPOINT', 'install.sent'],
  ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
  ['STRIPE_SECRET_KEY', 'pk_live_x'],
  ['STRIPE_WEBHOOK_SECRET', 'short'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_0123456789abcdef,short'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_0123456789abcde1,whsec_0123456789abcde2,whsec_0123456789abcde3'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'brief'],
  ['PUBLIC_URL', 'http://portal.example.com'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.5,'],
  ['TRUSTED_PROXIES', 'none,10.0.0.5'],
  ['KEYRING', 'k1:c2hvcnQ='],
  ['KEYRING', `k1:${Buffer.alloc(32).toString('base64')}`],
  ['PORT', '70000'],
  ['MAIL_KEPT_DAYS', '0'],
  ['MAIL_KEPT_DAYS', 'for ever'],
  ['PORT', '3000x'],
  ['LOG_LEVEL', 'loud'],
  ['PROTECTED_NAMES', 'Stripe,,PayPal'],
  ['PROTECTED_NAMES', 'x'.repeat(101)],
  ['PORTAL_MODE', 'staging'],
  ['DATABASE_URL', 'nonsense'],
  ['DATABASE_URL', 'mysql://portal:pw@db/portal'],
  ['DATABASE_URL', 'postgres://portal:pw@db'],
  ['DATABASE_URL', 'postgres://:5432/portal'],
  ['REDIS_URL', 'foo-bar'],
  ['REDIS_URL', 'redis:6379'],
  ['REDIS_URL', 'http://redis:6379'],
  ['SMTP_URL', 'nonsense'],
  ['SMTP_URL', 'mail.example.com:587'],
  ['MAIL_FROM', 'the portal'],
  ['AUDIT_ANCHOR_EMAIL', 'somebody'],
  ['HOST', 'not a host'],
  ['METRICS_HOST', 'http://0.0.0.0'],
  ['START_WAIT_SECONDS', '3601'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '301'],
])('production refuses %s=%s by name and without the value', (name, value) => {
  const found = problems({ ...good, [name]: value });
  expect(found.length).toBeGreaterThan(0);
  expect(found.join('\n')).toContain(name);
  expect(found.join('\n')).not.toContain(value.length > 6 ? value : '\u0000');
});
it('a live key is refused with demo persons and with a test clock', () =>
  expect(problems({ ...good, PORTAL_MODE: 'sandbox' }).join()).toContain('live key'));
it('a live key is refused with an emulator', () =>
  expect(problems({ ...good, PORTAL_MODE: 'sandbox', STRIPE_API_BASE: 'http://127.0.0.1:3002' }).join()).toContain(
    'live key',
  ));
it('a Drive of the sandbox is refused at the host name of the portal, whose cookies it would get', () => {
  const sandbox = { ...good, PORTAL_MODE: 'sandbox', PUBLIC_URL: 'https://portal.example.com' };
  const at = (REFERENCE_DRIVE_URL: string): string => problems({ ...sandbox, REFERENCE_DRIVE_URL }).join();
  expect(at('https://portal.example.com:4010')).toContain('REFERENCE_DRIVE_URL must have another host name');
  expect(at('https://drive.example.com')).not.toContain('REFERENCE_DRIVE_URL');
});
it('a secret may come from a file, and an unreadable file is a problem', () => {
  expect(problems({ ...good, KEYRING: undefined, KEYRING_FILE: '/nonexistent/file' }).join()).toContain(
    'KEYRING_FILE cannot be read',
  );
  for (const name of SECRET_VARIABLES) expect(VARIABLES[name]).toBeDefined();
});

it('addresses of servers are accepted in every form that their clients accept', () => {
  for (const env of [
    { DATABASE_URL: 'postgresql://portal@db:5432/portal?sslmode=require' },
    { DATABASE_URL: 'postgres:///portal?host=/var/run/postgresql' },
    { REDIS_URL: 'rediss://:pw@redis:6380/1' },
    { REDIS_URL: undefined },
    { SMTP_URL: 'smtp://user:pw@mail.example.com:587' },
    { MAIL_FROM: 'The portal <portal@example.com>' },
    { HOST: '::' },
  ])
    expect(problems({ ...good, ...env })).toEqual([]);
  expect(problems({ ...good, PORTAL_MODE: 'sandbox', STRIPE_SECRET_KEY: 'sk_test_51abc', DEMO: 'yes' })).toEqual([
    'DEMO must be 1 or 0',
  ]);
});

describe('a misspelt name of a setting', () => {
  it.each([
    ['REDDIS_URL', 'REDIS_URL'],
    ['Redis_Url', 'REDIS_URL'],
    ['REIDS_URL', 'REDIS_URL'],
    ['REDDIS_URL_FILE', 'REDIS_URL_FILE'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['STRIPE_WEBHOOKS_SECRET', 'STRIPE_WEBHOOK_SECRET'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ])('%s is refused with %s as a suggestion', (name, meant) => {
    const { [meant as keyof typeof good]: _left, ...rest } = good;
    const found = problems({ ...rest, [name]: 'a value' });
    expect(found).toContain(`${name} is not a setting. Did you mean ${meant}?`);
    expect(found.join()).not.toContain('a value');
  });
  it('gets no suggestion when the real one is set, or when it is far from all names, short, or empty', () => {
    const others = ['REDDIS_URL', 'HOME', 'PROT', 'POST', 'REDIS_HOST', 'WEBHOOK_SECRET', 'DATABASE', 'LOG', 'PATH'];
    expect(problems({ ...good, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([]);
    expect(problems({ ...good, LOGLEVEL: 'x' })).toHaveLength(1);
    expect(problems({ ...good, LOGLEVEL: '' })).toEqual([]);
    expect(problems({ ...good, LOGLEVEL: 'x', LOG_LEVEL: 'info' })).toEqual([]);
  });
  it('is refused by migrate as well, together with all other problems', () => {
    expect(() => readMigrateVariables({ REDDIS_URL: 'x', PORTAL_DATABASE_URL: 'y', START_WAIT_SECONDS: 'z' })).toThrow(
      /DATABASE_URL is missing[^]*PORTAL_DATABASE_URL must[^]*START_WAIT_SECONDS must[^]*Did you mean REDIS_URL\?/,
    );
    expect(readMigrateVariables(good)).toEqual({
      databaseUrl: good.DATABASE_URL,
      loginUrl: undefined,
      mode: 'production',
      publicUrl: 'https://portal.example.com',
      startWaitMs: 60_000,
    });
  });
});

it('metrics are served on loopback only, unless another address is given', () => {
  const of = (env: object): string => Config.fromEnv({ ...good, ...env }).metrics.host;
  expect([of({}), of({ METRICS_HOST: '0.0.0.0' })]).toEqual(['127.0.0.1', '0.0.0.0']);
  expect(problems({ ...good, METRICS_TOKEN: 'short' })).toEqual(['METRICS_TOKEN is too short']);
});

describe('settings with a default', () => {
  const provider = {
    OIDC_ISSUER: 'https://id.example.com/',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'a secret at the provider',
  };
  it('require a second factor of staff in production unless configured otherwise', () => {
    const of = (env: object): boolean => Config.fromEnv({ ...good, ...env }).secondFactorForStaff;
    expect([
      of({}),
      of({ SECOND_FACTOR_FOR_STAFF: 'optional' }),
      of({ PORTAL_MODE: 'sandbox', STRIPE_SECRET_KEY: 'sk_test_51abc' }),
    ]).toEqual([true, false, false]);
    expect(problems({ ...good, SECOND_FACTOR_FOR_STAFF: 'yes' })).toHaveLength(1);
  });
  it('let a proof count for five minutes, or up to sixty', () => {
    expect(Config.fromEnv(good).stepUpMinutes).toBe(5);
    for (const text of ['0', '61', '1.5']) expect(problems({ ...good, STEP_UP_MINUTES: text })).toHaveLength(1);
  });
  it('read installs at intervals that grow from busy to quiet', () => {
    const usual = { busySeconds: 25, paidSeconds: 60, quietSeconds: 300, drivesAtOnce: 24 };
    expect(Config.fromEnv(good).polling).toEqual(usual);
    const equal = { POLL_BUSY_SECONDS: '90', POLL_PAID_SECONDS: '90', POLL_QUIET_SECONDS: '90' };
    expect(Config.fromEnv({ ...good, ...equal }).polling).toMatchObject({ busySeconds: 90, quietSeconds: 90 });
    for (const wrong of [
      { POLL_BUSY_SECONDS: '61' },
      { POLL_QUIET_SECONDS: '59' },
      { POLL_DRIVES_AT_ONCE: '0' },
      { POLL_QUIET_SECONDS: '3601' },
    ])
      expect(problems({ ...good, ...wrong })).toHaveLength(1);
  });
  it('keep minutes, hours and days of history, each long enough for the next', () => {
    expect(Config.fromEnv(good).history).toEqual({ minuteDays: 2, hourDays: 35, dayDays: 400 });
    for (const wrong of [{ HISTORY_MINUTE_DAYS: '15' }, { HISTORY_HOUR_DAYS: '28' }, { HISTORY_DAY_DAYS: '365' }])
      expect(problems({ ...good, ...wrong })).toHaveLength(1);
  });
  it('keep events of Drives for 400 days, or another period of at least a month', () => {
    expect(Config.fromEnv(good).eventsKeptDays).toBe(400);
    expect(Config.fromEnv({ ...good, EVENTS_KEPT_DAYS: '31' }).eventsKeptDays).toBe(31);
    for (const wrong of ['30', '4001', 'forever'])
      expect(problems({ ...good, EVENTS_KEPT_DAYS: wrong })).toHaveLength(1);
  });
  it('remove a second factor that two admins agreed on after a day, or up to thirty days', () => {
    expect(Config.fromEnv(good).secondFactorRemovalWaitHours).toBe(24);
    for (const text of ['0', '720'])
      expect(Config.fromEnv({ ...good, SECOND_FACTOR_REMOVAL_WAIT_HOURS: text }).secondFactorRemovalWaitHours).toBe(
        Number(text),
      );
    for (const text of ['-1', '721', '1.5', 'never'])
      expect(problems({ ...good, SECOND_FACTOR_REMOVAL_WAIT_HOURS: text })).toHaveLength(1);
  });
  it('let a reviewer keep a case for half an hour and act within two days, unless configured otherwise', () => {
    expect(Config.fromEnv(good).review).toEqual({ holdMinutes: 30, dueHours: 48 });
    expect(Config.fromEnv({ ...good, REVIEW_DUE_HOURS: '24' }).review.dueHours).toBe(24);
    for (const wrong of [{ REVIEW_HOLD_MINUTES: '0' }, { REVIEW_DUE_HOURS: 'soon' }])
      expect(problems({ ...good, ...wrong })).toHaveLength(1);
  });
  it('have a provider of sign-in when its three settings are set, over https in production', () => {
    expect(Config.fromEnv(good).oidc).toBeUndefined();
    expect(Config.fromEnv({ ...good, ...provider }).oidc).toMatchObject({
      issuer: 'https://id.example.com',
      clientId: 'portal',
      name: 'Single sign-on',
    });
    for (const name of Object.keys(provider)) expect(problems({ ...good, ...provider, [name]: '' })).toHaveLength(1);
    expect(problems({ ...good, ...provider, OIDC_ISSUER: 'http://id.example.com' })).toEqual([
      'OIDC_ISSUER must be https',
    ]);
  });
});
