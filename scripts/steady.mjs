// npm run test:steady -- <words> [--times 20] [--load]: plays the test files that fit again and again, one run after
// another on one prepared server, and reports failures. --load keeps every core busy meanwhile.
import './lib/node-version.cjs';
import fs from 'node:fs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { stopWithNpm } from './lib/npm-parent.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { OUTPUT, keepBusy, lineOf, play, summaryOf } from './lib/steady-runs.mjs';

const USAGE = 'Use: npm run test:steady -- <path or words> [--times 20] [--load]';

const stops = [];
let jest;
let interrupted = false;

async function main() {
  const { words, times, load } = options(process.argv.slice(2));
  const progress = createProgress();
  await ensureInstalled(progress);
  await ensureBuilt(progress);
  const { provideForTests } = await import('./lib/testing/servers.mjs');
  const { env, stop } = await provideForTests(progress);
  stops.push(stop);
  fs.rmSync(OUTPUT, { recursive: true, force: true });
  if (load) stops.push(keepBusy());

  const runs = [];
  for (let n = 1; n <= times && !interrupted; n += 1) {
    const run = await play({ n, words, env, onChild: (child) => (jest = child) });
    if (interrupted) break;
    if (run.tests === 0 && run.broken.length === 0)
      throw new Problem('no_tests', `No test fits: ${words.join(' ')}`, USAGE);
    runs.push(run);
    process.stdout.write(`${lineOf(run, times)}\n`);
  }
  await stopAll();
  process.stdout.write(`\n${summaryOf(runs)}\n`);
  process.exitCode = interrupted || runs.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

/** The options of the command line. Throws Problem. */
function options(args) {
  const found = { words: [], times: 20, load: false };
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg === '--load') found.load = true;
    else if (arg === '--times') found.times = Number(args[(i += 1)]);
    else if (arg.startsWith('-')) throw new Problem('usage', `Unknown: ${arg}`, USAGE);
    else found.words.push(arg);
  }
  if (!Number.isInteger(found.times) || found.times < 1)
    throw new Problem('usage', '--times needs a whole number.', USAGE);
  if (found.words.length === 0) throw new Problem('usage', 'No test is named.', USAGE);
  return found;
}

async function stopAll() {
  for (const stop of stops.splice(0).reverse()) await stop();
}

function interrupt() {
  if (interrupted) return;
  interrupted = true;
  if (jest && jest.exitCode === null && jest.signalCode === null) jest.kill('SIGTERM');
  else void stopAll().then(() => process.exit(130));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
stopWithNpm(interrupt);

main().catch(async (error) => {
  await stopAll();
  fail(error);
});
