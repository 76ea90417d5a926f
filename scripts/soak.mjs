// npm run test:soak [-- words] [--times N] [--minutes N]: plays the random tests whose path has one of the words (all
// without words) with N times the examples of `npm test` (20), from a seed that nobody chose. With --minutes it does so
// again and again until they are over. Stops at the first run that fails; its seed is printed, to play it again.
import './lib/node-version.cjs';
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

const USAGE = 'Use: [FAST_CHECK_SEED=N] npm run test:soak [-- words] [--times N] [--minutes N]';
const TIMES = 20;
/** fast-check's seeds are numbers of 32 bits. */
const SEEDS = 2 ** 31;

let child;
let interrupted = false;

/** The options of the command line. Throws Problem. */
function options(args) {
  const found = { times: TIMES, minutes: 0, words: [] };
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i].replace(/^--/, '');
    if (!args[i].startsWith('-')) found.words.push(args[i]);
    else if ((name === 'times' || name === 'minutes') && /^[1-9]\d{0,5}$/.test(args[i + 1] ?? ''))
      found[name] = Number(args[(i += 1)]);
    else throw new Problem('usage', `Not understood: ${args.slice(i).join(' ')}`, USAGE);
  }
  return found;
}

/** The test files that play random examples: those that import the module with their number. */
function randomTests(words) {
  const args = ['--selectProjects', 'unit', 'integration', 'e2e', '--listTests', '--json'];
  const found = execFileSync(
    process.execPath,
    [inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args, '--findRelatedTests', 'test/support/examples.ts'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const files = JSON.parse(found).map((file) => path.relative(root, file).split(path.sep).join('/'));
  const fitting = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word))).sort();
  if (fitting.length > 0) return fitting;
  throw new Problem(
    'no_tests',
    `No random test fits: ${words.join(' ')}`,
    `There are:\n  ${files.sort().join('\n  ')}`,
  );
}

/** Plays them once as `npm test` plays tests. Returns its exit code. */
function play(files, seed, times) {
  const env = { ...process.env, SOAK_TIMES: String(times), FAST_CHECK_SEED: String(seed) };
  child = spawn(process.execPath, [inRoot('scripts', 'test.mjs'), ...files], { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function main() {
  const { times, minutes, words } = options(process.argv.slice(2));
  await ensureInstalled(createProgress());
  const files = randomTests(words);
  const until = performance.now() + minutes * 60_000;
  let seed = Number(process.env.FAST_CHECK_SEED ?? randomInt(SEEDS));
  for (let round = 1; ; round += 1) {
    process.stdout.write(`\n${files.length} files, ${times} times the examples, seed ${seed}, round ${round}\n`);
    process.exitCode = await play(files, seed, times);
    if (process.exitCode !== 0 || interrupted || performance.now() >= until) break;
    seed = randomInt(SEEDS);
  }
  const again = ['--', ...words, '--times', times].join(' ');
  process.stdout.write(`Seed ${seed}. Again: FAST_CHECK_SEED=${seed} npm run test:soak ${again}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });

main().catch(fail);
