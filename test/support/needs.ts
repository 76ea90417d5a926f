import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

// Debian installs servers outside of the usual path.
export const PROGRAM_PATH = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];

const findProgram = (name: string): string | undefined =>
  PROGRAM_PATH.map((directory) => path.join(directory, name)).find((file) => existsSync(file));
const program = (name: string): { value: string | undefined; reason: string } => ({
  value: findProgram(name),
  reason: `apt-get install ${name}`,
});

/** Debian 12's package: the oldest server that the product promises to run on. */
export const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';

/** The folder of an installed server with its programs for backups, which the npm package lacks: the newest of Debian's. */
export function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((one) => path.join(root, one, 'bin')).find((bin) => existsSync(path.join(bin, 'pg_receivewal')));
}

/**
 * Requirements of a test beyond Node and PostgreSQL; scripts/test.mjs searches for the first two and reports a
 * missing one.
 */
const found = {
  nginx: program('nginx'),
  caddy: program('caddy'),
  'PostgreSQL 15': {
    value: existsSync(OLDEST_POSTGRES) ? OLDEST_POSTGRES : undefined,
    reason: 'apt-get install postgresql-15',
  },
  postgres: { value: postgresPrograms(), reason: 'apt-get install postgresql' },
  redis: {
    value: process.env['TEST_REDIS_URL'],
    reason: process.env['TEST_REDIS_MISSING'] || 'TEST_REDIS_URL is not set',
  },
  browser: {
    value: process.env['CHROMIUM_PATH'],
    reason: process.env['CHROMIUM_MISSING'] || 'CHROMIUM_PATH is not set',
  },
} as const;

/**
 * `describe` for tests that need a Redis (`TEST_REDIS_URL`), a browser (`CHROMIUM_PATH`, `CHROMIUM_ARGS`) or a reverse
 * proxy or PostgreSQL's own programs that are installed. Without it they are skipped, and their name carries the reason into the report.
 */
export function describeWith(need: keyof typeof found, name: string, tests: () => void): void {
  const { value, reason } = found[need];
  if (value) describe(name, tests);
  else describe.skip(`${name} [needs a ${need}: ${reason}]`, tests);
}

/** Path and arguments of the browser, for playwright-core's `chromium.launch({ executablePath, args })`. */
export function browser(): { executablePath: string; args: string[] } {
  const args: unknown = JSON.parse(process.env['CHROMIUM_ARGS'] || '[]');
  return { executablePath: found.browser.value ?? '', args: Array.isArray(args) ? args.map(String) : [] };
}
