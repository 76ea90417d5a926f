// npm test [-- words...] [--changed[=REF]] [--once] [Jest options]: installs, builds, starts the servers for the tests,
// runs those whose path has one of the words in it (all without words). The last line counts. docs/testing.md describes
// the rules.
import './lib/node-version.cjs';
import fs from 'node:fs';
import os from 'node:os';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot } from './lib/root.mjs';
import { stopWithNpm } from './lib/stop-on-request.mjs';
import { affectedTests, changedFiles } from './lib/testing/changed-files.mjs';
import { knownFlaky, secondTries, writeFlakyReport } from './lib/testing/flaky.mjs';
import { runJest } from './lib/testing/jest-run.mjs';
import { failedFiles, totalOf } from './lib/testing/outcomes.mjs';
import { deleteRecords, neverAnswered, neverChecked } from './lib/testing/recorded.mjs';
import { keepSeconds } from './lib/testing/seconds.cjs';
import { writeSuites } from './lib/testing/suites.mjs';
import { testFiles, withWords } from './lib/testing/test-files.mjs';

/**
 * Many tests wait, for locks, time limits, schedules, restarts and pages: more workers than cores, one for every
 * four GiB of the machine, of which a journey (its portal, a browser, Jest) takes up to two.
 */
const workers = (most) => Math.max(2, Math.min(most, Math.floor(os.totalmem() / 2 ** 30 / 4)));
/** Cheap failures come first. Journeys start processes of the product, so nothing else runs concurrently. */
const RUNS = [
  { name: 'unit', kinds: ['unit', 'arch'], workers: 2 },
  { name: 'integration', kinds: ['integration'], workers: workers(4) },
  { name: 'journeys', kinds: ['e2e'], workers: workers(5) },
];

let servers;
let jest;
let interrupted = false;

async function main() {
  const { words, ref, once, jestArgs } = parse(process.argv.slice(2));
  const chosen = choose(words, ref);
  const progress = createProgress();
  const timing = async (title, work) => {
    const startedAt = performance.now();
    const result = await work();
    progress.note(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  };
  await timing('prepared', async () => {
    const kinds = new Set(chosen.map(({ kind }) => kind));
    await ensureInstalled(progress);
    // Rules are tested from their sources, and only journeys open pages.
    if (kinds.has('integration') || kinds.has('e2e'))
      await ensureBuilt(progress, { web: kinds.has('e2e'), docs: true });
    // Only now: it needs the installed packages.
    const { provideForTests } = await import('./lib/testing/servers.mjs');
    servers = await provideForTests(progress, kinds);
  });

  const isWhole = words.length === 0 && ref === undefined && jestArgs.length === 0;
  if (isWhole) deleteRecords();
  const suites = writeSuites(chosen);
  const outcomes = new Map();
  const problems = [];
  const runPart = async (name, some, args) => {
    if (interrupted || some.length === 0) return;
    process.stdout.write(`\n=== ${name} ===\n`);
    const onChild = (child) => (jest = child);
    const result = await timing(name, () =>
      runJest({
        name: name.replaceAll(/[^\w-]/g, '-'),
        suites: some,
        args: [...args, ...jestArgs],
        // A day of a rule is one of UTC: in this zone a local one is another for half of it.
        env: { ...servers.env, TZ: 'Pacific/Auckland' },
        onChild,
      }),
    );
    for (const [file, outcome] of result.outcomes) outcomes.set(file, outcome);
    problems.push(...result.problems);
  };
  for (const { name, kinds, workers } of RUNS)
    await runPart(
      name,
      suites.filter(({ kind }) => kinds.includes(kind)),
      [`--maxWorkers=${workers}`],
    );

  const flaky = once ? [] : await runAgain(chosen, outcomes, problems, runPart);
  if (isWhole && !interrupted) {
    problems.push(...neverAnswered().map((id) => `${id} of docs/openapi.json answered no test with success`));
    const unchecked = servers.env.CHROMIUM_PATH ? neverChecked() : [];
    problems.push(...unchecked.map((page) => `${page} is a page that no test checks in both schemes and widths`));
  }
  writeResults(outcomes);
  keepSeconds(outcomes);
  await stopAll();
  report({ total: totalOf(outcomes), problems, flaky, given: process.argv.slice(2) });
}

/** Runs files that failed once more, each by itself, after all others. Returns those that passed then. */
async function runAgain(chosen, outcomes, problems, runPart) {
  const failed = failedFiles(outcomes);
  if (failed.length === 0 || interrupted) return [];
  const { again, problems: refused } = secondTries(failed, knownFlaky());
  problems.push(...refused);
  const flaky = [];
  for (const one of chosen.filter(({ file }) => again.includes(file))) {
    await runPart(`again: ${one.file}`, writeSuites([one]), ['--runInBand']);
    if (outcomes.get(one.file).failed === 0) flaky.push(one.file);
  }
  writeFlakyReport(flaky);
  return flaky;
}

function parse(args) {
  const changed = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='));
  const rest = args.filter((arg) => arg !== changed && arg !== '--' && arg !== '--once');
  return {
    ref: changed && (changed.split('=')[1] ?? 'HEAD'),
    once: args.includes('--once'),
    words: rest.filter((arg) => !arg.startsWith('-')),
    jestArgs: rest.filter((arg) => arg.startsWith('-')),
  };
}

function choose(words, ref) {
  const chosen = withWords(testFiles(), words);
  if (ref === undefined) {
    if (chosen.length === 0)
      throw new Problem('usage', `No test file has any of these in its path: ${words.join(', ')}`);
    return chosen;
  }
  const changed = changedFiles(ref);
  const affected = affectedTests(chosen, changed);
  const journeys = affected.filter(({ kind }) => kind === 'e2e').length;
  process.stdout.write(
    `${changed.length} files differ from ${ref}: ${affected.length} of ${chosen.length} test files can be affected.\n` +
      `Of those that start the built product only those whose own code changed are chosen, ${journeys} journeys among them; all: npm test\n`,
  );
  if (affected.length > 0) return affected;
  process.stdout.write('0 passed, 0 failed\n');
  process.exit(0);
}

function report({ total: { passed, failed, skipped, skippedNames, problems: ofFiles }, problems, flaky, given }) {
  const lines = ['', ...ofFiles, ...problems];
  if (skipped > 0) lines.push('Skipped:', ...skippedNames.map((name) => `  ${name}`), '');
  lines.push(...flaky.map((file) => `flaky: ${file}`));
  if (interrupted) lines.push('Interrupted.');
  if (passed + failed === 0) lines.push(given.length > 0 ? `No test fits: ${given.join(' ')}` : 'No tests were found.');
  // A failure outside of any test counts as one more.
  const failures = failed + (problems.length > 0 ? 1 : 0);
  const ok = failures === 0 && passed > 0 && !interrupted;
  lines.push(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(ok ? 0 : 1));
}

/** Result of every file, for other programs: test-output/results.json. */
function writeResults(outcomes) {
  fs.writeFileSync(inRoot('test-output', 'results.json'), JSON.stringify(Object.fromEntries(outcomes), null, 2));
}

async function stopAll() {
  await servers?.stop();
  servers = undefined;
}

function interrupt() {
  interrupted = true;
  if (jest) jest.kill('SIGTERM');
  else void stopAll().then(() => process.exit(130));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
stopWithNpm(interrupt);

main().catch(async (error) => {
  await stopAll();
  fail(error);
});
