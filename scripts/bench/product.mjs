// The product's own code for the bench. Its classes come out of its container, put together as its processes put them:
// constructor arguments are not listed here.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';

const require = createRequire(import.meta.url);

/** The export of the compiled file (below dist, without .js) exports under `name`. Throws when it does not. */
export function part(file, name) {
  const found = require(inRoot(`dist/${file}.js`))[name];
  if (found === undefined) throw new Error(`${file} exports no ${name}`);
  return found;
}

/** Settings of a sandbox on the database of `url` that reaches nothing outside. */
export const environment = (url) => ({
  PORTAL_MODE: 'sandbox',
  DATABASE_URL: url,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_only_for_the_bench',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  BODIES_PER_SECOND: '1000000',
  READ_SHARE_PERCENT: '1000000',
  KEYRING: `bench:${crypto.randomBytes(32).toString('base64')}`,
});

/** The same, as the product reads it. */
export const configuration = (url, more) =>
  part('libs/platform/src/config/index', 'Config').fromEnv({ ...environment(url), ...more });

/**
 * Modules of the product in this process, without a server. modules: [file, name] of each; pool: connections; settings:
 * variables besides those of `environment`. Returns { get, close }: `get(file, name)` is the container's instance of a class.
 */
export async function startProduct(url, modules, { pool = 2, settings = {} } = {}) {
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const config = configuration(url, { DATABASE_POOL: String(pool), LOG_LEVEL: 'silent', ...settings });
  const imports = [
    part('libs/platform/src/index', 'PlatformModule').forRoot(config, 'bench'),
    ...modules.map((module) => part(...module)),
  ];
  const app = await NestFactory.createApplicationContext(
    { module: class Bench {}, imports },
    { logger: false, abortOnError: false },
  );
  return {
    get: (file, name) => app.get(part(file, name), { strict: false }),
    close: () => app.close(),
  };
}
