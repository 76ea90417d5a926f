// npm test [-- jest arguments]: installs, builds, starts what the tests need, runs all of them. The last line counts.
import './lib/node-version.cjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runJest } from './lib/jest-run.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';

// Journeys start whole portals, so they come after everything else. Two at a time: each mostly waits for its own portal.
const RUNS = [
  { name: 'rules', args: ['--selectProjects', 'unit', 'arch', 'integration', '--maxWorkers=2'] },
  { name: 'journeys', args: ['--selectProjects', 'e2e', '--maxWorkers=2'] },
];

const stops = [];
let jest;
let interrupted = false;

async function main() {
  const given = process.argv.slice(2);
  const progress = createProgress();
  await ensureInstalled(progress);
  await ensureBuilt(progress);
  const env = await provide(progress);

  const runs = given.includes('--selectProjects') ? [{ name: 'selected', args: [] }] : RUNS;
  const total = { passed: 0, failed: 0, skipped: 0, skippedNames: [], problems: [] };
  for (const run of runs) {
    if (interrupted) break;
    process.stdout.write(`\n=== ${run.name} ===\n`);
    const result = await runJest({
      name: run.name,
      args: [...run.args, ...given],
      env,
      onChild: (child) => (jest = child),
    });
    progress.note(`${run.name}: ${result.seconds.toFixed(1)} s`);
    for (const key of ['passed', 'failed', 'skipped']) total[key] += result[key];
    total.skippedNames.push(...result.skippedNames);
    total.problems.push(...result.problems);
  }
  await stopAll();
  report(total, given);
}

/** Everything a test may ask for, named by variables; the person's own servers are not what tests see as theirs. */
async function provide(progress) {
  const { prepareTestDatabase } = await import('./lib/test-database.mjs');
  const { testRedis } = await import('./lib/redis.mjs');
  const { findBrowser } = await import('./lib/browser.mjs');
  const database = await prepareTestDatabase({ progress, build: false });
  stops.push(database.stop);
  const redis = await testRedis();
  if (redis.stop) stops.push(redis.stop);
  progress.note(redis.url ? `Redis: ${redis.source}` : `Redis: ${redis.missing}`);
  const browser = await progress.phase('Looking for a browser', findBrowser);
  progress.note(browser.path ? `Browser: ${browser.source}` : `Browser: ${browser.missing}`);
  const { DATABASE_URL: _database, REDIS_URL: _redis, PORT: _port, DATA_DIR: _data, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: database.url,
    TEST_REDIS_URL: redis.url ?? '',
    TEST_REDIS_MISSING: redis.missing ?? '',
    CHROMIUM_PATH: browser.path ?? '',
    CHROMIUM_ARGS: JSON.stringify(browser.args ?? []),
    CHROMIUM_MISSING: browser.missing ?? '',
  };
}

function report({ passed, failed, skipped, skippedNames, problems }, given) {
  const lines = ['', ...problems];
  if (skipped > 0) lines.push('Skipped:', ...skippedNames.map((name) => `  ${name}`), '');
  if (interrupted) lines.push('Interrupted.');
  if (passed + failed === 0) lines.push(given.length > 0 ? `No test fits: ${given.join(' ')}` : 'No tests were found.');
  const ok = failed === 0 && passed > 0 && !interrupted;
  lines.push(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(ok ? 0 : 1));
}

async function stopAll() {
  for (const stop of stops.splice(0).reverse())
    await stop().catch((error) => process.stderr.write(`${error.message}\n`));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    if (jest) jest.kill(signal === 'SIGINT' ? 'SIGTERM' : signal);
    else void stopAll().then(() => process.exit(130));
  });
}

main().catch(async (error) => {
  await stopAll();
  fail(error);
});
