// npm run test:steady -- <words> [--times 20] [--load]: plays the test files that fit again and again, one run after
// another on one prepared server, and says what broke. --load keeps every core busy meanwhile.
import './lib/node-version.cjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { stopWithNpm } from './lib/npm-parent.mjs';
import { ownProcess } from './lib/own-process.mjs';
import { Problem, fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';

const USAGE = 'Use: npm run test:steady -- <path or words> [--times 20] [--load]';
const OUTPUT = inRoot('test-output', 'steady');
const BUSY = 'for (;;);';

const stops = [];
let jest;
let interrupted = false;

async function main() {
  const { words, times, load } = options(process.argv.slice(2));
  const progress = createProgress();
  await ensureInstalled(progress);
  await ensureBuilt(progress);
  const { provideForTests } = await import('./lib/test-needs.mjs');
  const { env, stop } = await provideForTests(progress);
  stops.push(stop);
  fs.rmSync(OUTPUT, { recursive: true, force: true });
  fs.mkdirSync(OUTPUT, { recursive: true });
  if (load) stops.push(keepBusy());

  const runs = [];
  for (let n = 1; n <= times && !interrupted; n += 1) {
    const run = await play(n, words, env);
    if (interrupted) break;
    if (run.tests === 0 && run.broken.length === 0)
      throw new Problem('no_tests', `No test fits: ${words.join(' ')}`, USAGE);
    runs.push(run);
    process.stdout.write(`${line(run, times)}\n`);
  }
  await stopAll();
  process.stdout.write(`\n${summary(runs)}\n`);
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

/** As many busy processes as there are cores; returns what ends them. */
function keepBusy() {
  const ends = Array.from({ length: os.availableParallelism() }, () => {
    const child = spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' });
    const disown = ownProcess(child.pid, { what: 'load of test:steady' });
    return () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
        disown();
      });
  });
  return () => Promise.all(ends.map((end) => end()));
}

/** One run of Jest. Returns { n, seconds, tests, broken: [{ test, reason }] }; the output of one that broke is kept. */
async function play(n, words, env) {
  const results = path.join(OUTPUT, `${n}.json`);
  const log = path.join(OUTPUT, `${n}.txt`);
  const output = fs.openSync(log, 'w');
  const startedAt = performance.now();
  // The channel: Jest and its workers end with this process, however that ends.
  const args = [
    '--require',
    inRoot('scripts', 'lib', 'exit-with-parent.cjs'),
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
  ];
  const ofJest = [
    '-c',
    inRoot('jest.config.cjs'),
    '--passWithNoTests',
    '--maxWorkers=2',
    '--json',
    `--outputFile=${results}`,
  ];
  jest = spawn(process.execPath, [...args, ...ofJest, '--', ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', output, 'ipc'],
  });
  const ended = await new Promise((resolve) => {
    jest.once('error', (error) => resolve(error.message));
    jest.once('exit', (code, signal) => resolve(signal ?? code));
  });
  fs.closeSync(output);
  const seconds = (performance.now() - startedAt) / 1000;
  const { tests, broken } = read(results, ended);
  fs.rmSync(results, { force: true });
  if (broken.length === 0) fs.rmSync(log);
  return { n, seconds, tests, broken };
}

function read(results, ended) {
  let report;
  try {
    report = JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return { tests: 0, broken: [{ test: 'Jest', reason: `ended (${ended}) without results` }] };
  }
  const broken = [];
  for (const file of report.testResults) {
    const where = path.relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      broken.push({ test: `${where}: ${fullName}`, reason: firstLine(failureMessages.join('\n')) });
    if (file.status === 'failed' && failed.length === 0)
      broken.push({ test: `${where} could not be run`, reason: firstLine(file.message) });
  }
  if (broken.length === 0 && !report.success)
    broken.push({ test: 'Jest', reason: 'reports a failure outside of any test' });
  return { tests: report.numPassedTests + report.numFailedTests, broken };
}

const firstLine = (text) =>
  // eslint-disable-next-line no-control-regex
  (
    text
      .replaceAll(/\u001b\[\d+m/g, '')
      .split('\n')
      .find((one) => one.trim() !== '') ?? ''
  )
    .trim()
    .slice(0, 200);

function line({ n, seconds, tests, broken }, times) {
  const place = `${String(n).padStart(String(times).length)}/${times}`;
  const head = `${place}  ${broken.length === 0 ? 'passed' : 'BROKE '}  ${seconds.toFixed(1)} s  ${tests} tests`;
  return [head, ...broken.map(({ test, reason }) => `       ${test}\n         ${reason}`)].join('\n');
}

function summary(runs) {
  if (runs.length === 0) return 'No run was finished.';
  const broke = runs.filter(({ broken }) => broken.length > 0);
  const seconds = runs.map((run) => run.seconds);
  const lines = [
    `${runs.length} runs, ${broke.length} broke; fastest ${Math.min(...seconds).toFixed(1)} s, slowest ${Math.max(...seconds).toFixed(1)} s`,
  ];
  const byTest = new Map();
  for (const { n, broken } of broke)
    for (const { test, reason } of broken) {
      const group = byTest.get(test) ?? { in: new Set(), reasons: new Set() };
      group.in.add(n);
      group.reasons.add(reason);
      byTest.set(test, group);
    }
  for (const [test, group] of [...byTest].sort(([, a], [, b]) => b.in.size - a.in.size))
    lines.push(
      `  ${group.in.size} of ${runs.length}: ${test}`,
      ...[...group.reasons].map((reason) => `      ${reason}`),
    );
  if (broke.length > 0) lines.push(`What Jest said then: ${path.relative(root, OUTPUT)}${path.sep}`);
  return lines.join('\n');
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
