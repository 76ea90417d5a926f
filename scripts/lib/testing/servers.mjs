import { findBrowser } from '../browser.mjs';
import { testRedis } from '../redis.mjs';
import { prepareTestDatabase } from '../test-database.mjs';

/**
 * The servers that tests of these kinds need, named by variables; the person's own servers are not used by tests. Rules
 * (unit, arch) need none, and only journeys a browser. Returns { env, stop }.
 */
export async function provideForTests(progress, kinds) {
  const needs = (...some) => some.some((kind) => kinds.has(kind));
  const stops = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await one().catch((error) => process.stderr.write(`${error.message}\n`));
  };
  try {
    const [database, redis, browser] = [{}, {}, {}];
    if (needs('integration', 'e2e')) {
      Object.assign(database, await prepareTestDatabase({ progress, build: false }));
      stops.push(database.stop);
      Object.assign(redis, await testRedis());
      if (redis.stop) stops.push(redis.stop);
      progress.note(redis.url ? `Redis: ${redis.source}` : `Redis: ${redis.missing}`);
    }
    if (needs('e2e')) {
      Object.assign(browser, await progress.phase('Looking for a browser', findBrowser));
      progress.note(browser.path ? `Browser: ${browser.source}` : `Browser: ${browser.missing}`);
    }
    const {
      DATABASE_URL: _database,
      PORTAL_DATABASE_URL: _login,
      REDIS_URL: _redis,
      PORT: _port,
      DATA_DIR: _data,
      ...rest
    } = process.env;
    const env = {
      ...rest,
      NODE_ENV: 'test',
      TEST_DATABASE_URL: database.url ?? '',
      TEST_LOGIN_URL: database.loginUrl ?? '',
      TEST_REDIS_URL: redis.url ?? '',
      TEST_REDIS_MISSING: redis.missing ?? '',
      CHROMIUM_PATH: browser.path ?? '',
      CHROMIUM_ARGS: JSON.stringify(browser.args ?? []),
      CHROMIUM_MISSING: browser.missing ?? '',
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
